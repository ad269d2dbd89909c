import { inject, injectable } from 'tsyringe';
import type { Handler } from 'svc-registry/kernel';
import type { Kernel } from '../../../kernel/index.js';
import { runtimeKey, type Runtime } from '../../runtime.js';
import type { ModuleRow } from '../contract/module-row.js';
import type { ModulesReport } from '../contract/modules-report.js';
import type { NoInput } from '../contract/no-input.js';
import { hintFor } from './fault-hints.js';

@injectable()
export class ModulesHandler implements Handler<NoInput, ModulesReport> {
  constructor(@inject(runtimeKey) private readonly runtime: Runtime) {}

  run(): Promise<ModulesReport> {
    return Promise.resolve({ modules: moduleRows(this.runtime.kernel()) });
  }
}

export function moduleRows(kernel: Kernel): ModuleRow[] {
  return kernel.modules().map((module) => {
    const hint = hintFor(module);
    return { ...module, ...(hint !== undefined && { hint }) };
  });
}
