import type { PluginFormat } from '../../../registry/contract/plugin-format.js';
import { Installer } from '../engine/installer.js';
import type { ProjectTools } from '../project-tools.js';
import type { RegistryClient } from '../sources/registry-client.js';

/** Real tools with a registry in a folder. */
export function testTools(format: PluginFormat, registry: RegistryClient, program = '/opt/svc/bin/svc.cjs'): ProjectTools {
  return {
    registry: () => Promise.resolve(registry),
    installer: (context) => Promise.resolve({ installer: new Installer({ format, registry, env: context.env, program }), registry }),
  };
}
