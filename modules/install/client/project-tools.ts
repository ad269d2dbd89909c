import { serviceKey, type ConnectionSource, type Context, type HostInfo } from 'svc-registry/kernel';
import type { PluginFormat } from '../../registry/contract/index.js';
import type { Installer } from './engine/installer.js';
import type { RegistryClient } from './sources/registry-client.js';

/** Makes what a handler works with. Nothing of it is loaded before it is asked for: `svc list` needs none. */
export interface ProjectTools {
  registry(context: Context): Promise<RegistryClient>;
  installer(context: Context): Promise<{ readonly installer: Installer; readonly registry: RegistryClient }>;
}

export const projectToolsKey = serviceKey<ProjectTools>('install.projectTools');

interface Parts {
  readonly format: () => PluginFormat;
  readonly connections: () => ConnectionSource;
  readonly host: HostInfo;
}

export class LazyProjectTools implements ProjectTools {
  constructor(private readonly parts: Parts) {}

  async registry(context: Context): Promise<RegistryClient> {
    const { HttpRegistryClient } = await import('./sources/registry-client.js');
    return new HttpRegistryClient(context, () => this.parts.connections().current());
  }

  async installer(context: Context): Promise<{ readonly installer: Installer; readonly registry: RegistryClient }> {
    const [{ Installer: Type }, registry] = await Promise.all([import('./engine/installer.js'), this.registry(context)]);
    const { program, fault } = this.parts.host;
    const installer = new Type({ format: this.parts.format(), registry, env: context.env, program, fault });
    return { installer, registry };
  }
}
