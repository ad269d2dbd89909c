import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { describeEachDatabase, type DatabaseLocation } from './databases.js';
import { openTestDatabase } from './open-database.js';

const root = join(import.meta.dirname, '../..');
// inside the repository, so that its packages are found
const program = join(root, '.cache/hold-database.mjs');

async function startHolder(
  location: DatabaseLocation,
): Promise<{ process: ChildProcess; firstLine: string }> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...location.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the holder ended with ${String(code)}`)),
  );
  const [firstLine] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended,
  ])) as [string];
  return { process: child, firstLine };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describeEachDatabase('data folder', (databases) => {
  if (databases.engine === 'postgres') {
    it('may be shared by several servers', async () => {
      const location = await databases.create();
      const servers = await Promise.all([
        openTestDatabase(location, []),
        openTestDatabase(location, []),
      ]);
      for (const server of servers) await server.close();
    });
    return;
  }

  beforeAll(async () => {
    await build({
      entryPoints: [join(import.meta.dirname, 'hold-database.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      alias: {
        'svc-registry/kernel': join(root, 'kernel/api/index.ts'),
        'svc-registry/dto': join(root, 'kernel/dto/index.ts'),
      },
    });
  });

  it('is refused while another process uses it, and taken over when that was killed', async () => {
    const location = await databases.create();
    const holder = await startHolder(location);
    expect(holder.firstLine).toBe('open');
    await expect(openTestDatabase(location, [])).rejects.toMatchObject({
      code: 'data_folder_in_use',
      message: expect.stringContaining(`in use by process ${holder.process.pid} on `),
    });

    await kill(holder.process);
    const database = await openTestDatabase(location, []);
    expect(await database.reads.manager.query('SELECT * FROM held')).toEqual([]);
    await database.close();
  });

  it('names this process to another one that wants it', async () => {
    const location = await databases.create();
    const database = await openTestDatabase(location, []);
    const second = await startHolder(location);
    expect(second.firstLine).toContain(`"code":"data_folder_in_use"`);
    expect(second.firstLine).toContain(`process ${process.pid} on`);
    await database.close();
  });

  it('is refused a second time within one process', async () => {
    const location = await databases.create();
    const database = await openTestDatabase(location, []);
    await expect(openTestDatabase(location, [])).rejects.toMatchObject({
      code: 'data_folder_in_use',
    });
    await database.close();
    await (await openTestDatabase(location, [])).close();
  });

  it('is not locked by what a dead process has left, whatever number it had', async () => {
    const location = await databases.create();
    await (await openTestDatabase(location, [])).close();
    await writeFile(
      join(location.dataDir, 'server.pid'),
      JSON.stringify({ pid: process.ppid, host: 'elsewhere' }),
    );
    const database = await openTestDatabase(location, []);
    expect(JSON.parse(await readFile(join(location.dataDir, 'server.pid'), 'utf8'))).toMatchObject({
      pid: process.pid,
    });
    await database.close();
  });

  it('holds nothing but the database when it was closed', async () => {
    const location = await databases.create();
    const database = await openTestDatabase(location, []);
    await database.unitOfWork.run((manager) => manager.query('CREATE TABLE t (id integer)'));
    const settings = await database.unitOfWork.run(async (manager) => {
      const found: unknown[] = [];
      for (const name of ['journal_mode', 'synchronous', 'foreign_keys'])
        found.push(await manager.query(`PRAGMA ${name}`));
      return found;
    });
    expect(settings).toEqual([
      [{ journal_mode: 'wal' }],
      [{ synchronous: 2 }],
      [{ foreign_keys: 1 }],
    ]);
    await database.close();
    await expect(readFile(join(location.dataDir, 'registry.db-wal'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
    await expect(readFile(join(location.dataDir, 'server.pid'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('is refused when its database is something else', async () => {
    const location = await databases.create();
    await writeFile(
      join(location.dataDir, 'registry.db'),
      'not a database, but more than a hundred bytes of it '.repeat(30),
    );
    await expect(openTestDatabase(location, [])).rejects.toMatchObject({
      code: 'database_damaged',
      message: expect.stringContaining('not an SQLite database'),
    });
    expect(await readFile(join(location.dataDir, 'registry.db'), 'utf8')).toContain(
      'not a database',
    );
  });
});
