import { homedir } from 'node:os';
import {
  extensionsKey,
  hostKey,
  type Context,
  type Extensions,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { chosenAgent, type ChosenAgent } from '../agents/chosen-agent.js';
import type { LaunchCommand } from '../agents/command.js';
import { findProgram } from '../agents/find-program.js';
import { assertKeys } from '../agents/keys.js';
import { agentProgramMissing } from '../contract/agent-errors.js';
import type { LaunchAgentFacts } from '../contract/launch-agents.js';

/** An agent that can be started here. */
export interface ReadyAgent extends ChosenAgent {
  /** The file of its program. */
  readonly program: string;
}

/** Finds agents on the user's machine. */
@injectable()
export class AgentLauncher {
  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Throws `agent_not_launchable`, `agent_program_missing`, `agent_key_missing`, and what the agent says that it needs. */
  async ready(id: string, { env, cwd }: Pick<Context, 'env' | 'cwd'>): Promise<ReadyAgent> {
    const chosen = await chosenAgent(id, this.extensions);
    const { facts, agent } = chosen;
    const program = await this.#programOf(facts, env);
    if (program === undefined) throw agentProgramMissing(facts);
    await agent.needs?.({ env, cwd });
    await assertKeys(facts, env, env['HOME'] || homedir());
    return { ...chosen, program };
  }

  async #programOf(
    { self, programs }: LaunchAgentFacts,
    env: Context['env'],
  ): Promise<string | undefined> {
    const own = self === true ? this.host.program : undefined;
    return own ?? (await findProgram(programs, env['PATH']));
  }
}

/** With it, an agent could publish in the user's name. */
const REGISTRY_TOKEN = 'SVC_TOKEN';

/** The user's environment without the registry's token, and the variables of the command. */
export function agentEnvironment(
  env: Context['env'],
  command: Pick<LaunchCommand, 'env'>,
): Context['env'] {
  const kept = Object.entries(env).filter(([name]) => name !== REGISTRY_TOKEN);
  return { ...Object.fromEntries(kept), ...command.env };
}
