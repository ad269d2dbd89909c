import type { HookFile } from '../../../contract/agents.js';
import { pathsOf } from '../../agents/agents.js';
import { JsonConfig } from '../../json/json-config.js';
import type { ManagedFiles } from '../../project/managed-files.js';
import type { WiringJob } from '../wiring-job.js';
import { HookList } from './hook-list.js';
import { isScript, recordedScripts, writeHookScripts } from './hook-scripts.js';
import { reconcileHooks, type WantedItem } from './reconcile-hooks.js';
import { wantedFiles } from './wanted-hooks.js';
import { warnOfProgram } from '../svc-program.js';
import { dispatchCalls, warnOfSkipped } from './hook-warnings.js';

type Owned = ReadonlyMap<string, readonly string[]>;

/**
 * Makes the chosen agents call plugins' hooks: one entry per event calls all of them, and hooks in an agent's own form are written
 * beside it. Obsolete entries are removed. Entries that a person wrote or edited are left alone.
 * Throws `unsafe_path` when a hook in an agent's own form leaves its plugin's folder, `project_file_invalid` when a file is not sound.
 */
export async function writeHooks(job: WiringJob): Promise<ManagedFiles['hooks']> {
  const { known, scope, before } = job;
  const wanted = wantedFiles(job, process.platform);
  const locations = [
    ...known.flatMap((agent) => pathsOf(agent, scope).hooks ?? []),
    ...[...wanted.values()].map(({ location }) => location),
  ];
  const scripts = recordedScripts(job);
  // records of a file that no known agent has are kept, because its format is unknown
  const written = new Map([...before.hooks].filter(([path]) => !scripts.has(path)));
  for (const [file, location] of new Map(locations.map((location) => [location.file, location]))) {
    if (isScript(location)) continue;
    written.set(file, await writeFile(job, location, wanted.get(file)?.events ?? new Map()));
  }
  for (const [path, records] of await writeHookScripts(job)) written.set(path, records);
  warnOfSkipped(job);
  warnOfProgram(job, { before: dispatchCalls(before.hooks), after: dispatchCalls(written) });
  return written;
}

type Wanted = ReadonlyMap<string, readonly WantedItem[]>;

async function writeFile(
  { files, before, warn }: WiringJob,
  location: HookFile,
  wanted: Wanted,
): Promise<Owned> {
  const { file, key } = location;
  const owned: Owned = before.hooks.get(file) ?? new Map();
  const events = [...new Set([...owned.keys(), ...wanted.keys()])];
  const ours = new Map<string, readonly string[]>();
  if (events.length === 0) return ours;
  await files.edit({ file, format: 'json', key, lists: events }, (document) => {
    const config = withMembersBeside(JsonConfig.parse(file, document.text), location);
    const after = events.reduce((now, event) => {
      const list = new HookList(now, [...key, event]);
      const result = reconcileHooks(list, {
        wanted: wanted.get(event) ?? [],
        owned: (owned.get(event) ?? []).map(parsed),
      });
      if (result.displaced)
        warn(
          `Hooks for ${event} in ${file} were written or changed by hand; they are left as they are.`,
        );
      if (result.ours.length > 0) ours.set(event, result.ours.map(text));
      return result.list.config;
    }, config);
    return after === config ? document : after;
  });
  return ours;
}

const parsed = (entry: string): unknown => JSON.parse(entry);
const text = (entry: object): string => JSON.stringify(entry);

/** Skipped for a file that has hooks already: there the companions are the user's choice. */
function withMembersBeside(config: JsonConfig, { key, always = {} }: HookFile): JsonConfig {
  if (config.get(key.slice(0, 1)) !== undefined) return config;
  const missing = Object.entries(always).filter(([name]) => config.get([name]) === undefined);
  return missing.reduce((now, [name, value]) => now.set([name], value), config);
}
