import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PluginContents } from '../../../registry/contract/plugin-format.js';
import { skillUnknown, sourceInvalid, unsafePath, versionArchived } from '../../contract/errors.js';
import type { PluginChange, WithdrawnPlugin } from '../../contract/results.js';
import { integrityOnDisk } from '../project/integrity.js';
import type { LockedPlugin } from '../project/lock-file.js';
import { isSafeRelative, isSafeSegment, PLUGIN_MARKER, pluginFolder } from '../project/paths.js';
import { assertLocked, type FetchedPlugin, type PluginFetcher } from '../sources/plugin-fetcher.js';
import { selected } from '../wiring/skill-names.js';
import type { DesiredPlugin } from './desired-plugins.js';

/** A plugin that is ready to be put in place, or is there already. */
export interface PreparedPlugin {
  readonly name: string;
  readonly desired: DesiredPlugin;
  readonly locked: LockedPlugin;
  /** `undefined` when what is on disk is right. */
  readonly contents: PluginContents | undefined;
  readonly change: PluginChange;
  /** Set when it was fetched although newcomers do not get it: the lock names it. */
  readonly withdrawn?: WithdrawnPlugin | undefined;
}

interface Surroundings {
  readonly root: string;
  readonly fetcher: PluginFetcher;
  /** What the lock says about the name now, of whatever version. */
  readonly before: LockedPlugin | undefined;
}

export async function preparePlugin(desired: DesiredPlugin, { root, fetcher, before }: Surroundings): Promise<PreparedPlugin> {
  const onDisk = before === undefined ? undefined : await integrityOnDisk(join(root, pluginFolder(desired.name)));
  const sound = before !== undefined && onDisk === before.integrity;
  const drifted = onDisk !== undefined && !sound;
  if (sound && desired.locked !== undefined) return prepared(desired, { locked: desired.locked, before, drifted });
  const fetched = await fetch(desired, fetcher);
  assertAllowed(fetched, desired.locked);
  const same = sound && fetched.integrity === before.integrity && fetched.version === before.version;
  const outcome = { locked: lockedOf(desired, fetched), contents: same ? undefined : fetched.contents, before, drifted };
  return { ...prepared(desired, outcome), withdrawn: withdrawalOf(fetched) };
}

/** Archived versions are installed from a lock only. */
function assertAllowed(fetched: FetchedPlugin, locked: LockedPlugin | undefined): void {
  const { name, version, archived } = fetched;
  if (locked !== undefined) assertLocked(fetched, locked);
  else if (archived !== undefined) throw versionArchived({ name, version, ...archived });
}

function withdrawalOf({ name, version, archived }: FetchedPlugin): WithdrawnPlugin | undefined {
  return archived === undefined ? undefined : { name, version, state: 'archived', reason: archived.reason };
}

/** Writes a plugin into an empty folder. */
export async function writePlugin(folder: string, { name, locked, contents }: PreparedPlugin): Promise<void> {
  for (const { path, mode, content } of contents?.files ?? []) {
    if (path === PLUGIN_MARKER) continue;
    if (!isSafeRelative(path)) throw unsafePath({ path, why: 'it is not a plain relative path' });
    const file = join(folder, ...path.split('/'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { flag: 'wx' });
    await chmod(file, mode);
  }
  await writeFile(join(folder, PLUGIN_MARKER), `${JSON.stringify({ name, version: locked.version }, null, 2)}\n`);
}

async function fetch({ name, from, dependency }: DesiredPlugin, fetcher: PluginFetcher): Promise<FetchedPlugin> {
  if (from.kind === 'registry') return fetcher.fromRegistry(name, from.version);
  const fetched = await fetcher.fromFolder(from.folder);
  if (fetched.name !== name) throw sourceInvalid({ source: String(dependency.source), why: `it holds ${fetched.name}, not ${name}` });
  return fetched;
}

function lockedOf({ from, dependency }: DesiredPlugin, { version, integrity, archive, contents }: FetchedPlugin): LockedPlugin {
  const parts = ({ name, path }: { name: string; path: string }) => ({ name, path });
  return {
    version,
    source: from.kind === 'registry' ? 'registry' : String(dependency.source),
    integrity,
    ...(archive !== undefined && { archive }),
    skills: contents.skills.map(parts),
    rules: contents.rules.map(parts),
  };
}

interface Outcome {
  readonly locked: LockedPlugin;
  readonly contents?: PluginContents | undefined;
  readonly before: LockedPlugin | undefined;
  /** The folder is there, with other content than the lock says. */
  readonly drifted: boolean;
}

function prepared(desired: DesiredPlugin, { locked, contents, before, drifted }: Outcome): PreparedPlugin {
  const { name, dependency } = desired;
  assertSkills(name, locked, dependency.skills);
  const change: PluginChange = {
    name,
    version: locked.version,
    from: before?.version ?? null,
    source: locked.source,
    action: actionOf({ contents, before, drifted, locked }),
    skills: selected(locked.skills, dependency.skills).map((skill) => skill.name),
  };
  return { name, desired, locked, contents, change };
}

function actionOf({ contents, before, drifted, locked }: Outcome): PluginChange['action'] {
  if (contents === undefined) return 'unchanged';
  if (before === undefined) return 'installed';
  if (before.integrity !== locked.integrity || before.version !== locked.version) return 'updated';
  return drifted ? 'restored' : 'installed';
}

/** Names of skills become names of links. */
function assertSkills(plugin: string, { skills }: LockedPlugin, wanted: readonly string[] | undefined): void {
  const known = skills.map(({ name }) => name);
  const [unsafe] = known.filter((name) => !isSafeSegment(name));
  if (unsafe !== undefined)
    throw unsafePath({ path: unsafe, why: `it is the name of a skill of ${plugin} and cannot be that of a folder` });
  const [unknown] = (wanted ?? []).filter((name) => !known.includes(name));
  if (unknown !== undefined) throw skillUnknown({ plugin, skill: unknown, known });
}
