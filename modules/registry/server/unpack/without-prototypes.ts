import type { PluginContents } from '../../contract/plugin-format.js';

/** Removes the prototypes of objects with keys chosen by a plugin's author, which passing between threads adds. */
export function withoutPrototypes(contents: PluginContents): PluginContents {
  const { manifest, toolServers } = contents;
  const { hooks, nativeHooks, extra } = manifest;
  return {
    ...contents,
    manifest: {
      ...manifest,
      hooks: bare(hooks),
      nativeHooks: bare(nativeHooks),
      extra: bare(extra),
    },
    toolServers: new Map([...toolServers].map(([name, server]) => [name, withBareRecords(server)])),
  };
}

type ToolServer =
  PluginContents['toolServers'] extends ReadonlyMap<string, infer Server> ? Server : never;

function withBareRecords(server: ToolServer): ToolServer {
  return server.type === 'stdio'
    ? { ...server, env: bare(server.env) }
    : { ...server, headers: bare(server.headers) };
}

function bare<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(bare) as T;
  const result = Object.create(null) as Record<string, unknown>;
  for (const [key, member] of Object.entries(value)) result[key] = bare(member);
  return result as T;
}
