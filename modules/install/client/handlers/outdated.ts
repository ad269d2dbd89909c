import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { OutdatedInput } from '../../contract/inputs.js';
import type { OutdatedReport } from '../../contract/results.js';
import { readProjectState } from '../project/project-state.js';
import { findUpdates } from '../resolve/updates.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { finishInterrupted } from './interrupted.js';
import { chosenScope } from './scopes.js';

/** Reports only; writes nothing. */
@injectable()
export class OutdatedHandler implements Handler<OutdatedInput, OutdatedReport> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run({ global }: OutdatedInput, context: Context): Promise<OutdatedReport> {
    const scope = await chosenScope(context, { global, agents: this.tools.agents() });
    await finishInterrupted(scope, context);
    const state = readProjectState(scope);
    const names = [...(state.manifest?.dependencies.keys() ?? [])];
    const installer = await this.tools.installer(context, scope);
    const { registry, fetcher } = installer;
    const { root } = scope;
    const { candidates, failed } = await findUpdates(state, names, {
      registry,
      fetcher,
      root,
    }).finally(() => installer.close());
    const outdated = candidates.flatMap(({ name, current, newest, compatible }) => {
      const [workspaceName = '', tileName = ''] = name.split('/');
      const tile = { workspaceName, tileName, version: current };
      return newest === undefined
        ? []
        : [{ current: { tile }, update: { ...newest }, compatible: compatible?.version ?? null }];
    });
    return {
      project: root,
      outdated,
      failed: [...failed],
      withdrawn: candidates.flatMap(({ withdrawn }) => withdrawn ?? []),
    };
  }
}
