import { defineModule } from 'svc-registry/kernel';
import { startTestHost } from 'svc-registry/testing';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import registryModule from '../../../registry/module.js';

/** The real reader of plugins. */
export async function pluginFormat(): Promise<PluginFormat> {
  const bare = (id: string) => defineModule({ id, api: '^1.0.0', summary: id });
  const host = await startTestHost({ modules: [bare('persistence'), bare('jobs'), bare('identity'), registryModule], facet: 'client' });
  const format = await host.get(pluginFormatKey);
  await host.stop();
  return format;
}
