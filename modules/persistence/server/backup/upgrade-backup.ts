import { createHash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostInfo } from 'svc-registry/kernel';
import type { DatabaseEngine } from '../database-engine.js';
import { keyOf } from '../migration-log.js';
import type { ModuleTables } from '../module-tables.js';
import type { PersistenceSettings } from '../settings.js';
import { liveData } from '../snapshot/live-data.js';
import { takeInventory, type Inventory } from '../snapshot/stored-tables.js';
import { stampOf } from './stamp.js';
import { writeBackup } from './write-backup.js';

const KEPT = 3;
const NAME = /^before-upgrade-\d{8}t\d{9}z-(?<state>[0-9a-f]{8})\.tar\.gz(?<part>\.part-\w+)?$/;

export interface Upgrade {
  readonly engine: DatabaseEngine;
  readonly modules: readonly ModuleTables[];
  readonly settings: PersistenceSettings;
  readonly host: Pick<HostInfo, 'version' | 'log' | 'clock'>;
}

/**
 * Saves the rows before a new version changes the tables, and keeps the last few files. Contents outside the database
 * are not copied, because migrations never change them.
 */
export async function backUpBeforeUpgrade({
  engine,
  modules,
  settings,
  host,
}: Upgrade): Promise<void> {
  if (!settings.upgradeBackup) return;
  const folder = join(settings.dataDir, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const snapshot = await engine.snapshot({ log: host.log, exclusive: true });
  try {
    const inventory = await takeInventory(snapshot, modules);
    const file = join(
      folder,
      `before-upgrade-${stampOf(host.clock())}-${stateOf(inventory)}.tar.gz`,
    );
    const data = liveData(snapshot, inventory, {
      references: [],
      blobs: undefined,
      product: host.version,
      at: host.clock(),
    });
    await writeBackup(data, { file }, { signal: new AbortController().signal, progress: silent });
    host.log.info({ file }, 'the rows were backed up before the upgrade');
  } finally {
    await snapshot.close();
  }
  await removeOld(folder);
}

/** Identifies the structure of the tables by the applied migrations. */
const stateOf = ({ migrations }: Inventory): string =>
  createHash('sha256').update(migrations.map(keyOf).sort().join('\n')).digest('hex').slice(0, 8);

const nothing = (): void => undefined;
const silent = { step: nothing, note: nothing, warn: nothing };

/** Keeps only the last file of each state: an upgrade that fails repeatedly must not displace the backups of earlier states. */
async function removeOld(folder: string): Promise<void> {
  const last = new Map<string, string>();
  const names = (await readdir(folder)).sort();
  for (const name of names) {
    const { state, part } = NAME.exec(name)?.groups ?? {};
    if (state === undefined) continue;
    // an incomplete file was left by a process that was killed; it cannot be in use, because this
    // process holds the lock
    const old = part === undefined ? last.get(state) : name;
    if (part === undefined) last.set(state, name);
    if (old !== undefined) await rm(join(folder, old), { force: true });
  }
  for (const name of [...last.values()].sort().slice(0, -KEPT))
    await rm(join(folder, name), { force: true });
}
