import type { Context, HealthCheck, HealthFinding, HostInfo } from 'svc-registry/kernel';
import { hostKey } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { TrustState } from '../contract/agents.js';
import { projectFileInvalid } from '../contract/errors.js';
import { reportOn } from './verify/project-report.js';
import { readProjectState } from './project/project-state.js';
import { findProject } from './project/project-root.js';
import type { Scope } from './project/scope.js';
import { projectToolsKey, type ProjectTools } from './project-tools.js';
import { problemLines } from './render/problem-lines.js';

/** Reports what agents will ignore in a project, and why. */
@injectable()
export class ProjectHealth implements HealthCheck {
  constructor(
    @inject(projectToolsKey) private readonly tools: ProjectTools,
    @inject(hostKey) private readonly host: Pick<HostInfo, 'program'>,
  ) {}

  async check({ cwd, env }: Pick<Context, 'cwd' | 'env'>): Promise<readonly HealthFinding[]> {
    const scope = await findProject(cwd);
    if (scope === undefined) return [];
    try {
      return await this.findings(scope, env);
    } catch (error) {
      if (!projectFileInvalid.is(error)) throw error;
      return problemLines(error).map((message) => ({ level: 'error', message }) as const);
    }
  }

  private async findings(scope: Scope, env: Context['env']): Promise<readonly HealthFinding[]> {
    const { faults, trust } = await reportOn({
      scope,
      state: readProjectState(scope),
      agents: this.tools.agents(),
      env,
      program: this.host.program,
    });
    const steps = (state: TrustState, level: HealthFinding['level']): readonly HealthFinding[] =>
      trust
        .flatMap(({ reports }) => reports)
        .filter((report) => report.state === state)
        .map(({ step }) => ({ level, message: step }));
    return [
      ...faults.map((message) => ({ level: 'warning', message }) as const),
      ...steps('untrusted', 'error'),
      ...steps('unknown', 'warning'),
    ];
  }
}
