import { expect, it } from '@jest/globals';
import { PostgresEngine } from '../../modules/persistence/server/postgres/postgres-engine.js';
import { poolOf } from '../../modules/persistence/server/postgres/postgres-pool.js';
import { describeOnPostgres } from './databases.js';
import { RecordingLog } from './open-database.js';

describeOnPostgres('a connection that breaks', (databases) => {
  it('is heard from the moment it is taken, whether it reads or writes', async () => {
    const { url } = await databases.create();
    const database = await new PostgresEngine(new URL(url)).open({
      entities: [],
      log: new RecordingLog(),
    });
    const reader = await database.openReader();
    try {
      for (const pool of [database.pool, poolOf(reader.manager.connection)]) {
        const heard = await new Promise<number>((resolve, reject) => {
          pool?.connect((error, client, release) => {
            if (client === undefined) reject(error ?? new Error('no connection'));
            resolve(client?.listenerCount('error') ?? 0);
            release();
          });
        });
        expect(heard).toBeGreaterThan(0);
      }
    } finally {
      await database.close();
    }
  });
});
