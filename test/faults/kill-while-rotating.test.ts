import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SecretKeys, type SecretKey } from '../../modules/secrets/server/keys.js';
import { openValue, sealValue } from '../../modules/secrets/server/sealed-value.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import type { Finished } from '../e2e/program.js';
import { changeRows } from '../e2e/registry-server.js';
import { installTestModules } from '../e2e/test-modules.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { between, rounds } from './harness/rounds.js';
import { rowsOf } from './harness/stored.js';
import { pointsOf } from './points.js';

const VALUES = 1_000;
const KILLED = 137;
const COLUMN = 'vault.keys';
const newKey = (): string => randomBytes(32).toString('base64');
const textOf = (id: string): string => `key of ${id}`;

interface Row {
  readonly id: string;
  readonly sealed: string;
}

describeByDayOn('postgres', 'a rotation of keys that is killed', (database) => {
  const counts = countsOf(`killed while rotating, on ${database.label}`);
  let registry: CrashingRegistry;
  /** The setting; on SQLite the keys are in the file. */
  let keys = database.engine === 'postgres' ? newKey() : undefined;

  beforeAll(async () => {
    registry = await CrashingRegistry.open(database);
    await registry.stop();
    await installTestModules(registry.location.dataDir, ['vault']);
    await registry.start({ SVC_SECRET_KEY: keys });
    expect(await keep('sk-the-first')).toMatchObject({ data: { ending: 'irst' } });
    await registry.stop();
    const [key] = (await present()) as [SecretKey];
    const rows = Array.from({ length: VALUES }, () => {
      const row = crypto.randomUUID();
      return `('${row}', '${sealValue(textOf(row), key, { column: COLUMN, row })}')`;
    });
    await changeRows(registry.location, 'DELETE FROM vault_keys');
    await changeRows(
      registry.location,
      `INSERT INTO vault_keys (id, sealed) VALUES ${rows.join(', ')}`,
    );
  });

  afterAll(() => registry.close());

  const present = (): Promise<readonly SecretKey[]> => {
    const folder = database.engine === 'sqlite' ? registry.location.dataDir : undefined;
    return new SecretKeys({ env: { SVC_SECRET_KEY: keys } }, folder).present();
  };

  async function keep(key: string): Promise<unknown> {
    const response = await fetch(`${registry.origin}/experimental/vault/acme`, {
      method: 'POST',
      headers: { authorization: `Bearer ${registry.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    });
    return response.json();
  }

  /** Dies at a fault point, or is killed after so many milliseconds. On PostgreSQL the operator has put a new key in front. */
  async function rotate(how?: string | number): Promise<Finished> {
    if (keys !== undefined) keys = `${newKey()},${keys}`;
    const { child, finished } = registry.program.start(['server', 'secrets', 'rotate', '--json'], {
      input: '',
      env: { SVC_SECRET_KEY: keys, SVC_FAULT: typeof how === 'string' ? how : undefined },
    });
    const timer = typeof how === 'number' && setTimeout(() => child.kill('SIGKILL'), how);
    const ended = await finished;
    if (timer !== false) clearTimeout(timer);
    return ended;
  }

  /** Opens every value with the present keys; answers how many the first of them has sealed. */
  async function sealedByFirst(): Promise<number> {
    const all = await present();
    const rows = await rowsOf<Row>(registry.location, 'SELECT id, sealed FROM vault_keys');
    expect(rows).toHaveLength(VALUES);
    for (const { id, sealed } of rows)
      expect(openValue(sealed, all, { column: COLUMN, row: id })).toEqual({ text: textOf(id) });
    return rows.filter(({ sealed }) => sealed.startsWith(`1.${all[0]!.id}.`)).length;
  }

  it.each(pointsOf('kill-while-rotating'))(
    'opens everything: $meaning',
    async ({ name, leaves }) => {
      for (let round = 0; round < rounds(1, 10); round += 1) {
        expect(await rotate(`${name}${leaves === 'new' ? ':3' : ''}`)).toMatchObject({
          code: KILLED,
        });
        counts.add('deaths');
        const done = await sealedByFirst();
        if (leaves === 'old') expect(done).toBe(0);
        else expect([0 < done, done < VALUES]).toEqual([true, true]);
      }
    },
  );

  it('opens everything when it is killed at any moment, and ends when it is run again', async () => {
    for (let round = 0; round < rounds(2, 100); round += 1) {
      const { code } = await rotate(between(300, 2_000));
      counts.add(code === 0 ? 'rotations that ended' : 'kills');
      await sealedByFirst();
    }
    const { code, stdout } = await rotate();
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { key: (await present())[0]!.id, sealed: VALUES, left: [] },
    ]);
    expect(await sealedByFirst()).toBe(VALUES);
    await registry.start({ SVC_SECRET_KEY: keys });
    expect(await keep('sk-the-next')).toMatchObject({ data: { ending: 'next' } });
  });
});
