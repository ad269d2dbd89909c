import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnSqlite } from '../contract/databases.js';
import {
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';
import { startSlowServer } from './slow-server.js';
import { onTerminals, terminal } from './terminal.js';

/** What a terminal shows of a text in the end: the lines that were not erased. */
const shown = (text: string): readonly string[] =>
  text
    .replace(/\u001b\[\?7[lh]/g, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, '').split('\r\u001b[K').at(-1) ?? '');

describeOnSqlite('the progress of an install', (database) => {
  let registry: RegistryServer;
  beforeAll(async () => {
    registry = await openRegistryServer(database);
    for (const name of ['acme/tools', 'acme/more']) {
      await writePlugin(join(registry.program.cwd, name), { name, private: false });
      await registry.svc(['plugin', 'publish', name]);
    }
  });
  afterAll(() => registry.close());

  const both = ['install', 'acme/tools', 'acme/more', '--agent', 'agents', '--yes'];

  it('is a line for each plugin where there is no terminal, and none when nothing is fetched', async () => {
    const cwd = await newRepository(registry.program, 'lines');
    const { stderr, stdout } = await registry.program.run(both, { cwd });
    expect(stderr.split('\n').filter((line) => line.startsWith('Fetching'))).toEqual([
      'Fetching acme/tools (1 of 2)',
      'Fetching acme/more (2 of 2)',
    ]);
    expect(stdout).not.toContain('Fetching');
    expect((await registry.program.run(['install'], { cwd })).stderr).not.toContain('Fetching');
  });

  it('is not printed for programs', async () => {
    const cwd = await newRepository(registry.program, 'json');
    const { stderr, stdout } = await registry.program.run([...both, '--json'], { cwd });
    expect(stderr).not.toContain('Fetching');
    expect(JSON.parse(stdout)).toMatchObject({
      plugins: [{ name: 'acme/tools' }, { name: 'acme/more' }],
    });
  });

  onTerminals('is a bar at a terminal, and gone in the end', async () => {
    const cwd = await newRepository(registry.program, 'bar');
    const { code, stdout } = await registry.program.run(both, {
      cwd,
      env: { LC_ALL: 'C' },
      through: terminal(70),
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\u001b\[\?7lFetching [#-]+[ -]+0\/2/);
    expect(stdout).toMatch(/Fetching #{24} 2\/2 [\d.]+ k?B/);
    expect(shown(stdout).filter((line) => line.includes('Fetching'))).toEqual([]);
    expect(shown(stdout)).toContainEqual(
      expect.stringMatching(/^\+ acme\/tools 1\.0\.0 installed/),
    );
  });

  onTerminals.each([
    ['the log of a CI job', { CI: 'true' }],
    ['a terminal that replaces nothing', { TERM: 'dumb' }],
  ])('is lines in %s', async (what, env) => {
    const cwd = await newRepository(registry.program, what.replaceAll(' ', '-'));
    const { stdout } = await registry.program.run(both, { cwd, env, through: terminal(70) });
    expect(shown(stdout)).toContain('Fetching acme/more (2 of 2)');
    expect(stdout).not.toContain('\u001b');
  });

  onTerminals.each([20, 40, 80])(
    'leaves a clean terminal of %i columns when Ctrl+C is pressed',
    async (columns) => {
      const cwd = await newRepository(registry.program, `interrupted-${columns}`);
      const server = await startSlowServer(registry.server.origin, () => undefined);
      const env = { SVC_URL: server.origin, SVC_HOME: join(registry.program.home, 'nobody') };
      const running = registry.program.start(both, { cwd, env, through: terminal(columns) });
      let pressed = false;
      running.child.stdout?.on('data', () => {
        if (pressed || !running.stdout().includes('Fetching')) return;
        pressed = true;
        running.child.stdin?.write('\u0003');
      });
      const { code, stdout } = await running.finished;
      await server.close();
      expect(code).toBe(130);
      const lines = shown(stdout).filter((line) => line !== '');
      expect(lines.join(' ')).toBe('error: `svc install` was cancelled.');
    },
  );
});
