import { mapLimited } from '../../../../toolbox/map-limited.js';
import { lockAltered } from '../../contract/errors.js';
import type { LockedPlugin } from '../project/lock-file.js';
import type { Scope } from '../project/scope.js';
import type { PluginsOnDisk } from './plugins-on-disk.js';
import { alteredEntries, withStartedParts, type AlteredEntry } from './started-parts.js';

const PLUGINS_AT_ONCE = 5;

/** The lock's plugin entries, checked against the plugins' files. */
export interface Proof {
  /** Names of the plugins whose files are missing or changed, so that their lock entries cannot be checked. */
  readonly unproven: ReadonlySet<string>;
  /** Wrong entries of the lock for plugins whose files match it. */
  readonly altered: readonly AlteredEntry[];
  /** The plugins with what their files declare; unproven ones as in the lock. */
  readonly plugins: ReadonlyMap<string, LockedPlugin>;
}

/** Compares what plugins start or run according to the lock with what their files declare. */
export async function proofOf(
  plugins: readonly (readonly [string, LockedPlugin])[],
  onDisk: Pick<PluginsOnDisk, 'sound'>,
): Promise<Proof> {
  const looks = await mapLimited(plugins, PLUGINS_AT_ONCE, async ([name, locked]) => {
    const declared = (await onDisk.sound(name, locked))?.parts;
    return { name, locked, declared };
  });
  return {
    unproven: new Set(
      looks.filter(({ declared }) => declared === undefined).map(({ name }) => name),
    ),
    altered: looks.flatMap(({ name, locked, declared }) =>
      declared === undefined ? [] : alteredEntries(name, locked, declared),
    ),
    plugins: new Map(
      looks.map(
        ({ name, locked, declared }) =>
          [name, declared === undefined ? locked : withStartedParts(locked, declared)] as const,
      ),
    ),
  };
}

/** Throws `lock_altered` with the whole list. */
export function assertUnaltered(
  altered: readonly AlteredEntry[],
  { lockFile }: Pick<Scope, 'lockFile'>,
): void {
  if (altered.length === 0) return;
  const issues = altered.map(({ plugin, entry, message }) => ({
    file: lockFile,
    field: `${plugin}.${entry}`,
    message,
  }));
  throw lockAltered(
    { lock: lockFile, plugins: [...new Set(altered.map(({ plugin }) => plugin))] },
    { issues },
  );
}
