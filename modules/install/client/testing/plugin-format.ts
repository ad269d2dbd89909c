import { defineModule } from 'svc-registry/kernel';
import { startTestHost } from 'svc-registry/testing';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import registryModule from '../../../registry/module.js';

let format: Promise<PluginFormat> | undefined;

/** The real reader of plugins, started once for all tests of a file. */
export const pluginFormat = (): Promise<PluginFormat> => (format ??= readFromModule());

async function readFromModule(): Promise<PluginFormat> {
  const bare = (id: string) => defineModule({ id, api: '^1.0.0', summary: id });
  const host = await startTestHost({
    modules: [bare('persistence'), bare('jobs'), bare('identity'), registryModule],
    facet: 'client',
  });
  const started = await host.get(pluginFormatKey);
  await host.stop();
  return started;
}
