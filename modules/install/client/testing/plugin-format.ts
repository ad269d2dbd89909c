import { defineModule } from 'svc-registry/kernel';
import { startTestHost } from 'svc-registry/testing';
import { pluginFoldersKey, type PluginFolders } from '../../../registry/contract/plugin-format.js';
import registryModule from '../../../registry/module.js';

let format: Promise<PluginFolders> | undefined;

/** The real reader of plugins, started once for all tests of a file. */
export const pluginFormat = (): Promise<PluginFolders> => (format ??= readFromModule());

async function readFromModule(): Promise<PluginFolders> {
  const bare = (id: string) => defineModule({ id, api: '^1.0.0', summary: id });
  const host = await startTestHost({
    modules: [bare('persistence'), bare('web'), bare('jobs'), bare('identity'), registryModule],
    facet: 'client',
  });
  const started = await host.get(pluginFoldersKey);
  await host.stop();
  return started;
}
