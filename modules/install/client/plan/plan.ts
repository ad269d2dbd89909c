import type { PluginContents } from '../../../registry/contract/plugin-format.js';
import { skillUnknown, sourceInvalid, unsafePath, versionArchived } from '../../contract/errors.js';
import type { PluginChange, WithdrawnPlugin } from '../../contract/results.js';
import type { FileHash } from '../project/integrity.js';
import type { LockedPlugin } from '../project/lock-file.js';
import { isSafeSegment } from '../project/paths.js';
import { assertLocked, type FetchedPlugin, type PluginFetcher } from '../fetch/fetcher.js';
import { selected } from '../wiring/skill-names.js';
import { broughtParts } from './brought-parts.js';
import type { DesiredPlugin } from '../resolve/resolve.js';
import type { PluginsOnDisk, SoundPlugin } from './plugins-on-disk.js';
import { alteredEntries, startedParts, type AlteredEntry } from './started-parts.js';

/** A plugin that is ready to be put in place, or is there already. */
export interface PreparedPlugin {
  readonly name: string;
  readonly desired: DesiredPlugin;
  readonly locked: LockedPlugin;
  /** `undefined` when what is on disk is right. */
  readonly contents: PluginContents | undefined;
  /** Of the files of `contents`, sorted by path. */
  readonly hashes: readonly FileHash[];
  readonly change: PluginChange;
  /** Entries of the lock that differ from what its files declare. */
  readonly altered: readonly AlteredEntry[];
  /** Set when it was fetched although newcomers do not get it: the lock names it. */
  readonly withdrawn?: WithdrawnPlugin | undefined;
}

interface PrepareEnvironment {
  readonly onDisk: PluginsOnDisk;
  readonly fetcher: PluginFetcher;
  /** What the lock says about the name now, of whatever version. */
  readonly before: LockedPlugin | undefined;
}

/** Whether what is on disk is what is wanted, so that nothing has to be fetched. */
export async function isInPlace(
  { name, locked }: DesiredPlugin,
  { onDisk, before }: Pick<PrepareEnvironment, 'onDisk' | 'before'>,
): Promise<boolean> {
  return (
    locked !== undefined &&
    before !== undefined &&
    (await onDisk.integrity(name, before)) === before.integrity
  );
}

export async function preparePlugin(
  desired: DesiredPlugin,
  { onDisk, fetcher, before }: PrepareEnvironment,
): Promise<PreparedPlugin> {
  const present = before === undefined ? undefined : await look(desired.name, before, onDisk);
  if (present?.sound !== undefined && desired.locked !== undefined) {
    const altered = alteredEntries(desired.name, present.before, present.sound.parts);
    return prepared(desired, { locked: desired.locked, before, drifted: false, altered });
  }
  const fetched = await fetch(desired, fetcher);
  assertAllowed(fetched, desired.locked);
  return {
    ...prepared(desired, outcomeOf(desired, fetched, present)),
    withdrawn: withdrawalOf(fetched),
  };
}

/** A plugin of the lock, and what stands in its folder. */
interface Present {
  readonly before: LockedPlugin;
  /** `undefined` when it is not what the lock says. */
  readonly sound: SoundPlugin | undefined;
  /** The folder is there, with other content than the lock says. */
  readonly drifted: boolean;
}

async function look(name: string, before: LockedPlugin, onDisk: PluginsOnDisk): Promise<Present> {
  const sound = await onDisk.sound(name, before);
  return {
    before,
    sound,
    drifted: sound === undefined && (await onDisk.integrity(name, before)) !== undefined,
  };
}

function outcomeOf(
  desired: DesiredPlugin,
  fetched: FetchedPlugin,
  present: Present | undefined,
): Outcome {
  const { integrity, version, contents, hashes } = fetched;
  const locked = lockedOf(desired, fetched);
  const fresh = { locked, contents, hashes };
  if (present === undefined) return { ...fresh, before: undefined, drifted: false, altered: [] };
  const { before, sound, drifted } = present;
  const asLocked = integrity === before.integrity;
  // the files that the lock was written for: those in place, or those just fetched
  const meant = sound ?? (asLocked ? { parts: locked, hashes } : undefined);
  return {
    ...fresh,
    contents: sound !== undefined && asLocked && version === before.version ? undefined : contents,
    before,
    drifted,
    earlier: drifted ? meant : sound,
    altered: meant === undefined ? [] : alteredEntries(desired.name, before, meant.parts),
  };
}

/** Archived versions are installed from a lock only. */
function assertAllowed(fetched: FetchedPlugin, locked: LockedPlugin | undefined): void {
  const { name, version, archived } = fetched;
  if (locked !== undefined) assertLocked(fetched, locked);
  else if (archived !== undefined) throw versionArchived({ name, version, ...archived });
}

function withdrawalOf({ name, version, archived }: FetchedPlugin): WithdrawnPlugin | undefined {
  return archived === undefined
    ? undefined
    : { name, version, state: 'archived', reason: archived.reason };
}

async function fetch(
  { name, from, dependency }: DesiredPlugin,
  fetcher: PluginFetcher,
): Promise<FetchedPlugin> {
  if (from.kind === 'registry') return fetcher.fromRegistry(name, from.version);
  const fetched = await fetcher.fromSource(from, dependency.skills);
  if (fetched.name !== name)
    throw sourceInvalid({
      source: String(dependency.source),
      why: `it holds ${fetched.name}, not ${name}`,
    });
  return fetched;
}

function lockedOf(
  { from, dependency }: DesiredPlugin,
  { version, integrity, archive, contents, origin }: FetchedPlugin,
): LockedPlugin {
  const parts = ({ name, path }: { name: string; path: string }) => ({ name, path });
  return {
    version,
    source: from.kind === 'registry' ? 'registry' : String(dependency.source),
    ...originOf(origin),
    integrity,
    ...(archive !== undefined && { archive }),
    skills: contents.skills.map(parts),
    rules: contents.rules.map(parts),
    ...startedParts({ ...contents.manifest, toolServers: contents.toolServers }),
  };
}

function originOf({
  commit,
  ref,
  taken,
}: Partial<NonNullable<FetchedPlugin['origin']>> = {}): Partial<LockedPlugin> {
  return {
    ...(ref !== undefined && { ref }),
    ...(commit !== undefined && { commit }),
    ...(taken !== undefined && { taken }),
  };
}

interface Outcome {
  readonly locked: LockedPlugin;
  readonly contents?: PluginContents | undefined;
  readonly hashes?: readonly FileHash[];
  readonly before: LockedPlugin | undefined;
  /** The folder is there, with other content than the lock says. */
  readonly drifted: boolean;
  /** What was there before; `undefined` where that is not certain. */
  readonly earlier?: SoundPlugin | undefined;
  readonly altered: readonly AlteredEntry[];
}

function prepared(desired: DesiredPlugin, outcome: Outcome): PreparedPlugin {
  const { locked, contents, hashes = [], before, earlier, altered } = outcome;
  const { name, dependency } = desired;
  assertSkills(name, locked, dependency.skills);
  const change: PluginChange = {
    name,
    version: locked.version,
    from: before?.version ?? null,
    source: locked.source,
    action: actionOf(outcome),
    skills: selected(locked.skills, dependency.skills).map((skill) => skill.name),
    brings: contents === undefined ? [] : [...broughtParts({ parts: locked, hashes }, earlier)],
  };
  return { name, desired, locked, contents, hashes, change, altered };
}

function actionOf({ contents, before, drifted, locked }: Outcome): PluginChange['action'] {
  if (contents === undefined) return 'unchanged';
  if (before === undefined) return 'installed';
  if (before.integrity !== locked.integrity || before.version !== locked.version) return 'updated';
  return drifted ? 'restored' : 'installed';
}

/** Names of skills become names of links. */
function assertSkills(
  plugin: string,
  { skills }: LockedPlugin,
  wanted: readonly string[] | undefined,
): void {
  const known = skills.map(({ name }) => name);
  const [unsafe] = known.filter((name) => !isSafeSegment(name));
  if (unsafe !== undefined)
    throw unsafePath({
      path: unsafe,
      why: `it is the name of a skill of ${plugin} and cannot be that of a folder`,
    });
  const [unknown] = (wanted ?? []).filter((name) => !known.includes(name));
  if (unknown !== undefined) throw skillUnknown({ plugin, skill: unknown, known });
}
