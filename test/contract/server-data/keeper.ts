import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataTask, HostInfo } from 'svc-registry/kernel';
import { ServerData } from '../../../modules/persistence/server/keeper/keeper.js';
import type { DatabasePlace } from '../databases.js';
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

type Place = Pick<DatabasePlace, 'env' | 'dataDir'>;

/** The keeper of a place, with these modules' tables. */
export function keeperOf(place: Place, tables: readonly TestTables[], host: Partial<HostInfo> = {}): ServerData {
  const info: HostInfo = {
    facet: 'server',
    version: '1.2.3',
    env: place.env,
    home: place.dataDir,
    log: new RecordingLog(),
    clock: () => new Date(),
    ...host,
  };
  return new ServerData(info, extensionsOf(tables));
}

/** Everything in a folder that is no finished file. */
export async function leftovers(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /\.part-|^\.restore-/.test(name));
}

export const backupIn = ({ dataDir }: Place, name = 'backup.tar'): string => join(dataDir, name);
