import { inject, injectable } from 'tsyringe';
import type { Handler } from 'svc-registry/kernel';
import { runtimeKey, type Runtime } from '../../runtime.js';
import type { ModuleRow } from '../contract/module-row.js';
import type { ModulesReport } from '../contract/modules-report.js';
import type { NoInput } from '../contract/no-input.js';

@injectable()
export class ModulesHandler implements Handler<NoInput, ModulesReport> {
  constructor(@inject(runtimeKey) private readonly runtime: Runtime) {}

  run(): Promise<ModulesReport> {
    return Promise.resolve({ modules: moduleRows(this.runtime) });
  }
}

export function moduleRows({ kernel }: Runtime): ModuleRow[] {
  return kernel()
    .modules()
    .map(({ id, origin, state, cause }) => ({ id, origin, state, ...(cause === undefined ? {} : { cause }) }));
}
