import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describeOnPostgres } from '../contract/databases.js';
import { openProgram, type Program } from './program.js';

describe('svc worker without PostgreSQL', () => {
  let program: Program;
  beforeEach(async () => {
    program = await openProgram();
  });
  afterEach(() => program.close());

  it.each(['', 'sqlite:registry.db'])(
    'refuses SVC_DATABASE_URL=%s, and makes no database',
    async (SVC_DATABASE_URL) => {
      const { code, stderr } = await program.run(['worker'], { env: { SVC_DATABASE_URL } });
      expect(code).toBe(2);
      expect(stderr).toContain('svc serve');
      expect(stderr).toContain('SVC_DATABASE_URL=postgres://');
      expect(await readdir(program.home)).toEqual([]);
    },
  );
});

describeOnPostgres('svc worker', (database) => {
  let program: Program;
  beforeEach(async () => {
    program = await openProgram((await database.create()).env);
  });
  afterEach(() => program.close());

  it('runs until it is asked to end, and needs no server', async () => {
    const worker = await program.work(['--concurrency', '3']);
    worker.child.kill('SIGTERM');
    expect((await worker.finished).code).not.toBe(137);
    expect(worker.stderr()).toContain('"msg":"stopped"');
    expect(
      worker
        .stderr()
        .split('\n')
        .filter((line) => line !== '' && !/^(\{.*\}|svc works in the background)$/.test(line)),
    ).toEqual([]);
  });

  it('has something to do', async () => {
    const { code, stderr } = await program.run(['worker'], { env: { SVC_JOB_CONCURRENCY: '0' } });
    expect(code).toBe(3);
    expect(stderr).toContain('--concurrency');
  });

  it('runs nothing that lies in its working folder', async () => {
    const trap = join(program.cwd, 'trapped');
    const code = `require('node:fs').writeFileSync(${JSON.stringify(trap)}, ''); module.exports = { schema: 'elsewhere' };`;
    for (const name of [
      '.graphile-workerrc.js',
      '.graphile-workerrc.cjs',
      'graphile-worker.config.js',
      'graphile-worker.config.cjs',
    ]) {
      await writeFile(join(program.cwd, name), code);
    }
    await writeFile(join(program.cwd, 'crontab'), '* * * * * task');
    const worker = await program.work();
    const server = await program.serve();
    await server.stop();
    expect(await readdir(program.cwd)).not.toContain('trapped');
    expect(worker.stderr()).not.toMatch(/crontab/);
  });
});
