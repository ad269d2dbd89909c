import { resolve } from 'node:path';
import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { OutdatedInput } from '../../contract/inputs.js';
import type { OutdatedReport } from '../../contract/results.js';
import { readProjectState } from '../engine/project-state.js';
import { findUpdates } from '../engine/updates.js';
import { requireProject } from '../project/project-root.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { finishInterrupted } from './interrupted.js';

/** Reports only; writes nothing. */
@injectable()
export class OutdatedHandler implements Handler<OutdatedInput, OutdatedReport> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run({ projectDir }: OutdatedInput, context: Context): Promise<OutdatedReport> {
    const root = await requireProject(resolve(context.cwd, projectDir ?? '.'));
    await finishInterrupted(root, context);
    const state = await readProjectState(root);
    const names = [...(state.manifest?.dependencies.keys() ?? [])];
    const candidates = await findUpdates(state, await this.tools.registry(context), { names, breaking: true });
    const outdated = candidates.flatMap(({ name, current, update }) => {
      const [workspaceName = '', tileName = ''] = name.split('/');
      return update === undefined ? [] : [{ current: { tile: { workspaceName, tileName, version: current } }, update: { ...update } }];
    });
    return { outdated, withdrawn: candidates.flatMap(({ withdrawn }) => withdrawn ?? []) };
  }
}
