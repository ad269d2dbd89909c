import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataTask, HostInfo } from 'svc-registry/kernel';
import { ServerBackupService } from '../../../modules/persistence/server/backup-service/backup-service.js';
import type { DatabaseLocation } from '../databases.js';
import { extensionsOf, RecordingLog, type TestTables } from '../open-database.js';

/** What was said to the person who waits. */
export interface TestTask extends DataTask {
  readonly warnings: string[];
  readonly notes: string[];
}

export function aTask(signal = new AbortController().signal): TestTask {
  const [warnings, notes]: [string[], string[]] = [[], []];
  const progress = {
    step: () => undefined,
    note: (text: string) => void notes.push(text),
    warn: (text: string) => void warnings.push(text),
  };
  return { signal, progress, warnings, notes };
}

type DataLocation = Pick<DatabaseLocation, 'env' | 'dataDir'>;

/** The backup service of a database and its data folder, with these modules' tables. */
export function backupServiceOf(
  location: DataLocation,
  tables: readonly TestTables[],
  host: Partial<HostInfo> = {},
): ServerBackupService {
  const info: HostInfo = {
    facet: 'server',
    version: '1.2.3',
    env: location.env,
    home: location.dataDir,
    log: new RecordingLog(),
    fetch,
    clock: () => new Date(),
    ...host,
  };
  return new ServerBackupService(info, extensionsOf(tables));
}

/** Everything in a folder that is no finished file. */
export async function leftovers(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /\.part-|^\.restore-/.test(name));
}

export const backupIn = ({ dataDir }: DataLocation, name = 'backup.tar'): string =>
  join(dataDir, name);
