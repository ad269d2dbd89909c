import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { ShowStatusInput } from '../../contract/inputs.js';
import type { AgentState, ProjectStatus } from '../../contract/results.js';
import type { AgentTrust } from '../agents/trust/trust-reports.js';
import { writtenPaths } from '../agents/written-paths.js';
import { reportOn } from '../verify/project-report.js';
import { effectiveMode, readProjectState } from '../project/project-state.js';
import type { ManagedFiles } from '../project/managed-files.js';
import type { Scope } from '../project/scope.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { chosenScope } from './scopes.js';
import { StatusHandler } from './status.js';

/** `svc status`: the report of the tool `status`, plus what each agent gets. */
@injectable()
export class ProjectStatusHandler implements Handler<ShowStatusInput, ProjectStatus> {
  constructor(
    @inject(projectToolsKey) private readonly tools: ProjectTools,
    @inject(hostKey) private readonly host: Pick<HostInfo, 'program'>,
  ) {}

  async run({ global }: ShowStatusInput, context: Context): Promise<ProjectStatus> {
    const known = this.tools.agents();
    const scope = await chosenScope(context, { global, agents: known });
    const { authentication, manifest: plugins } = await new StatusHandler(this.tools).of(
      scope,
      context,
    );
    const state = readProjectState(scope);
    const { manifest, lock } = state;
    const { faults, trust } = await reportOn({
      scope,
      state,
      agents: known,
      env: context.env,
      program: this.host.program,
    });
    return {
      authentication,
      manifest: plugins,
      project: scope.root,
      mode: await effectiveMode(scope, manifest),
      agents: trust.map((one) => agentState(one, scope, lock.managedFiles)),
      faults: [...faults],
    };
  }
}

function agentState(
  { agent, reports }: AgentTrust,
  scope: Scope,
  managedFiles: ManagedFiles,
): AgentState {
  const trust = reports.map(({ state, step }) => ({ state, step }));
  return {
    id: agent.id,
    name: agent.facts.display,
    ...writtenPaths(agent, scope, managedFiles),
    trust,
  };
}
