import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { InitInput } from '../../contract/inputs.js';
import type { InitReport } from '../../contract/results.js';
import { agentSetups, lackingText } from '../agents/agent-setups.js';
import { agentTraces, firstAgents } from '../agents/choose-agents.js';
import { instructionSteps } from '../agents/instruction-steps.js';
import { readProjectState, type ProjectState } from '../project/project-state.js';
import { readProjectManifest, type ProjectManifest } from '../project/project-manifest.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { offerInstructions } from './offer-instructions.js';
import { newProject } from './scopes.js';
import { warnOfProjectAround } from './report-project.js';

@injectable()
export class InitHandler implements Handler<InitInput, InitReport> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run({ agent, name, toolServer, yes }: InitInput, context: Context): Promise<InitReport> {
    const scope = newProject(context.cwd);
    const before = readProjectManifest(scope);
    if (before === undefined) await warnOfProjectAround(context);
    const known = this.tools.agents();
    const installer = await this.tools.installer(context, scope);
    // read before init writes files, which would look like traces of agents
    const traces = agentTraces(scope, known);
    const agents =
      agent ??
      (before?.agents === undefined
        ? await firstAgents(scope, known, { context, yes })
        : undefined);
    const made = await installer.run({
      agents,
      toolServer:
        toolServer ??
        (await this.toolServer(before, { agents: agents ?? before?.agents, context, yes })),
      ...(name !== undefined && { projectName: name }),
    });
    const change = await offerInstructions(made, { scope, known, installer, context, yes });
    const state = readProjectState(scope);
    const chosen = known.split(change.agents).agents;
    const setups = agentSetups({ scope, chosen, known, traces, written: change.written });
    const lacking = lackingText(setups);
    if (lacking !== undefined) context.progress.warn(lacking);
    const steps = [
      ...change.nextSteps,
      ...instructionSteps({ scope, agents: chosen, managedFiles: state.lock.managedFiles }),
      ...firstSteps(state),
    ];
    return Object.assign(change, { nextSteps: [...new Set(steps)], setups: [...setups] });
  }

  /** Chosen once: without a person the server comes where one of the registry is configured, and is otherwise left open. */
  private async toolServer(
    before: ProjectManifest | undefined,
    { agents = [], context, yes }: Asked,
  ): Promise<boolean | undefined> {
    const takes = this.tools.agents().split(agents).agents;
    if (before?.toolServer !== undefined || !takes.some(({ facts }) => facts.project.toolServers))
      return undefined;
    const configured = await this.tools.serverConfigured(context);
    if (!context.ask.interactive || yes === true) return configured ? true : undefined;
    return context.ask.confirm({
      message:
        'Give coding agents the tools of svc, with which they search the registry and install plugins themselves?',
      flag: '--tool-server or --no-tool-server',
      initial: configured,
    });
  }
}

interface Asked {
  readonly agents: readonly string[] | undefined;
  readonly context: Context;
  readonly yes: boolean | undefined;
}

function firstSteps({ manifest }: ProjectState): readonly string[] {
  return manifest === undefined || manifest.dependencies.size === 0
    ? ['svc search, then svc install <workspace>/<plugin>']
    : [];
}
