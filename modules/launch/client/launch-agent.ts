import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { listOf } from '../../../toolbox/type-guards.js';
import { projectFilesKey, type ProjectFiles } from '../../install/contract/project-files.js';
import { interactiveCommand } from '../agents/command.js';
import type { LaunchAgentInput } from '../contract/command-inputs.js';
import type { AgentSessionView } from '../contract/launch-view.js';
import { agentEnvironment, AgentLauncher, type ReadyAgent } from './agent-launcher.js';

@injectable()
export class LaunchAgentHandler implements Handler<LaunchAgentInput, AgentSessionView> {
  constructor(
    @inject(AgentLauncher) private readonly launcher: AgentLauncher,
    @inject(projectFilesKey) private readonly projects: ProjectFiles,
  ) {}

  async run({ agentId }: LaunchAgentInput, context: Context): Promise<AgentSessionView> {
    const ready = await this.launcher.ready(agentId, context);
    await this.#noteSetUp(ready, context);
    const { facts, agent, program } = ready;
    const request = { prompt: '', promptFile: '', file: agent.file };
    const command = interactiveCommand(facts, request);
    const env = agentEnvironment(context.env, command);
    const { code } = await context.foreground(program, command.args, { cwd: context.cwd, env });
    return { agent: agentId, exitCode: code };
  }

  /** An agent that the project does not name opens without its skills, and nobody would know why. */
  async #noteSetUp({ id, facts }: ReadyAgent, { cwd, progress }: Context): Promise<void> {
    const agents = await this.projects.block(cwd, 'agents');
    if (agents === undefined || listOf(agents.value).includes(id)) return;
    progress.note(
      `This project is not set up for ${facts.display}: \`svc init --agent ${id}\` gives it the installed skills.`,
    );
  }
}
