/** A server process as far as its data folder goes: opens the database, writes one row, and stays until it is killed. */
import type { Log } from 'svc-registry/kernel';
import { Database } from '../../modules/persistence/server/database.js';
import { settingsFrom } from '../../modules/persistence/server/settings.js';

const nothing = (): void => undefined;
const log: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

async function main(): Promise<void> {
  const database = new Database(settingsFrom({ env: process.env, home: '/nonexistent' }), {
    log,
    version: '0.0.0-test',
    clock: () => new Date(),
  });
  await database.open({ of: () => [] });
  await database.unitOfWork.run((manager) => manager.query('CREATE TABLE held (pid integer)'));
  console.log('open');
  setInterval(nothing, 1000);
}

main().catch((error: unknown) => {
  console.log(JSON.stringify(error, ['code', 'message', 'hint']));
});
