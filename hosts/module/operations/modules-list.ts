import { inject, injectable } from 'tsyringe';
import { hostKey, type Handler, type HostInfo } from 'svc-registry/kernel';
import type { Kernel } from '../../../kernel/index.js';
import { runtimeKey, type Runtime } from '../../runtime.js';
import type { WhichModules } from '../contract/module-inputs.js';
import type { ModulesReport } from '../contract/module-reports.js';
import type { ModuleRow } from '../contract/module-row.js';
import { hintFor } from './fault-hints.js';
import { isServer } from './modules-config.js';

@injectable()
export class ListModulesHandler implements Handler<WhichModules, ModulesReport> {
  constructor(
    @inject(runtimeKey) private readonly runtime: Runtime,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: WhichModules): Promise<ModulesReport> {
    if (!isServer(input)) return { modules: moduleRows(this.runtime.kernel()) };
    const { serverSettings } = await import('../../http/settings.js');
    const { findServerModules } = await import('../../http/server-modules.js');
    const kernel = await findServerModules(
      serverSettings(input, this.host),
      this.runtime.distribution,
      this.host.log,
    );
    return { modules: moduleRows(kernel) };
  }
}

export function moduleRows(kernel: Kernel): ModuleRow[] {
  return kernel.modules().map((module) => {
    const hint = hintFor(module);
    return { ...module, ...(hint !== undefined && { hint }) };
  });
}
