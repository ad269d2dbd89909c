import { skillUnknown, sourceInvalid, unsafePath, versionArchived } from '../../contract/errors.js';
import type { PluginChange, WithdrawnPlugin } from '../../contract/results.js';
import { assertLocked, type FetchedPlugin, type PluginFetcher } from '../fetch/fetcher.js';
import type { LockedPlugin } from '../project/lock-file.js';
import { isSafeSegment } from '../project/paths.js';
import type { ResolvedPlugin } from '../resolve/resolve.js';
import { selected } from '../wiring/skill-names.js';
import { broughtParts } from './brought-parts.js';
import type { PluginsOnDisk, SoundPlugin } from './plugins-on-disk.js';
import { alteredEntries, startedParts, type AlteredEntry } from './started-parts.js';

/** A plugin that is ready to be installed, or is installed already. */
export interface PlannedPlugin {
  readonly resolved: ResolvedPlugin;
  /** The files to write; `undefined` if those on disk are right. */
  readonly fetched: FetchedPlugin | undefined;
  /** The new entry of the lock. */
  readonly locked: LockedPlugin;
  readonly change: PluginChange;
  /** Entries of the lock that differ from what its files declare. */
  readonly altered: readonly AlteredEntry[];
  /** Set if it was fetched only because the lock names it: new installs are refused. */
  readonly withdrawn: WithdrawnPlugin | undefined;
}

interface PlanParts {
  readonly onDisk: PluginsOnDisk;
  readonly fetcher: PluginFetcher;
}

/** Whether the files on disk are the requested ones, so that no fetch is needed. */
export async function isInPlace(
  { name, locked }: ResolvedPlugin,
  onDisk: PluginsOnDisk,
): Promise<boolean> {
  return locked !== undefined && (await onDisk.integrity(name, locked)) === locked.integrity;
}

/** Compares a plugin with its folder, and fetches it if they differ. */
export async function planPlugin(
  resolved: ResolvedPlugin,
  { onDisk, fetcher }: PlanParts,
): Promise<PlannedPlugin> {
  const { name, before } = resolved;
  const sound = before && (await onDisk.sound(name, before));
  if (sound !== undefined && resolved.locked !== undefined) {
    const { locked } = resolved;
    return planned(resolved, { locked, altered: alteredEntries(name, locked, sound.parts) });
  }
  const fetched = await fetcher.fetch(resolved);
  assertAllowed(resolved, fetched);
  const locked = lockedOf(resolved, fetched);
  const withdrawn = withdrawalOf(fetched);
  if (before === undefined) return planned(resolved, { locked, fetched, withdrawn, altered: [] });
  const drifted = sound === undefined && (await onDisk.integrity(name, before)) !== undefined;
  const meant = filesOf(before, sound, { locked, fetched });
  return planned(resolved, {
    locked,
    fetched: sound !== undefined && isSame(before, locked) ? undefined : fetched,
    withdrawn,
    drifted,
    earlier: drifted ? meant : sound,
    altered: meant === undefined ? [] : alteredEntries(name, before, meant.parts),
  });
}

/** The files that the lock describes: the installed ones, or those just fetched. */
function filesOf(
  before: LockedPlugin,
  sound: SoundPlugin | undefined,
  { locked, fetched }: { readonly locked: LockedPlugin; readonly fetched: FetchedPlugin },
): SoundPlugin | undefined {
  if (sound !== undefined || fetched.integrity !== before.integrity) return sound;
  return { parts: locked, hashes: fetched.hashes };
}

function isSame(a: LockedPlugin, b: LockedPlugin): boolean {
  return a.integrity === b.integrity && a.version === b.version;
}

/** Throws for another plugin's name or content that differs from the lock. Archived versions are installed only from a lock. */
function assertAllowed(
  { name: wanted, dependency, source, locked }: ResolvedPlugin,
  fetched: FetchedPlugin,
): void {
  const { name, version, archived } = fetched;
  if (source.kind !== 'registry' && name !== wanted)
    throw sourceInvalid({
      source: String(dependency.source),
      why: `it holds ${name}, not ${wanted}`,
    });
  if (locked !== undefined) assertLocked(fetched, locked);
  else if (archived !== undefined) throw versionArchived({ name, version, ...archived });
}

function withdrawalOf({ name, version, archived }: FetchedPlugin): WithdrawnPlugin | undefined {
  return archived && { name, version, state: 'archived', reason: archived.reason };
}

function lockedOf({ dependency }: ResolvedPlugin, fetched: FetchedPlugin): LockedPlugin {
  const { version, ref, commit, from, entry, taken, integrity, archive, contents } = fetched;
  const parts = ({ name, path }: { name: string; path: string }) => ({ name, path });
  return {
    version,
    source: dependency.source ?? 'registry',
    ...(dependency.plugin !== undefined && { plugin: dependency.plugin }),
    ...(from !== undefined && { from }),
    ...(entry !== undefined && { entry }),
    ...(ref !== undefined && { ref }),
    ...(commit !== undefined && { commit }),
    ...(taken !== undefined && { taken }),
    integrity,
    ...(archive !== undefined && { archive }),
    skills: contents.skills.map(parts),
    rules: contents.rules.map(parts),
    ...(contents.subagents.length > 0 && { subagents: contents.subagents.map(parts) }),
    ...startedParts({ ...contents.manifest, toolServers: contents.toolServers }),
  };
}

interface Outcome extends Pick<PlannedPlugin, 'locked' | 'altered'> {
  readonly fetched?: FetchedPlugin | undefined;
  readonly withdrawn?: WithdrawnPlugin | undefined;
  /** The folder exists, but its content differs from the lock. */
  readonly drifted?: boolean;
  /** The previous plugin; `undefined` if its files cannot be trusted. */
  readonly earlier?: SoundPlugin | undefined;
}

function planned(
  resolved: ResolvedPlugin,
  { locked, fetched, withdrawn, drifted, earlier, altered }: Outcome,
): PlannedPlugin {
  const { name, dependency, before } = resolved;
  assertSkills(name, locked, dependency.skills);
  const change: PluginChange = {
    name,
    version: locked.version,
    from: before?.version ?? null,
    source: locked.source,
    action: fetched === undefined ? 'unchanged' : actionOf(before, locked, drifted === true),
    skills: selected(locked.skills, dependency.skills).map((skill) => skill.name),
    brings:
      fetched === undefined
        ? []
        : [...broughtParts({ parts: locked, hashes: fetched.hashes }, earlier)],
    // what it loses depends on the agents of the project
    leftOut: [],
  };
  return { resolved, fetched, locked, change, altered, withdrawn };
}

function actionOf(
  before: LockedPlugin | undefined,
  locked: LockedPlugin,
  drifted: boolean,
): PluginChange['action'] {
  if (before !== undefined && !isSame(before, locked)) return 'updated';
  return drifted ? 'restored' : 'installed';
}

/** Skill names become names of links, so they must be safe. */
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
