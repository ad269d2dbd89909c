import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../until.js';
import { openProgram, type Finished, type Program, type Started } from './program.js';
import { keys, onTerminals, terminal } from './terminal.js';

describe('the log of a server', () => {
  let program: Program;
  beforeAll(async () => {
    program = await openProgram();
  });
  afterAll(() => program.close());

  const dataDir = (name: string): string[] => [
    '--port',
    '0',
    '--data-dir',
    `${program.cwd}/${name}`,
  ];
  const originOf = (running: Started): Promise<string> =>
    until(() => /listening on (http:\/\/\S+)/.exec(running.stdout() + running.stderr())?.[1]);
  const visit = async (origin: string): Promise<void> => {
    expect((await fetch(`${origin}/no/such/place`)).status).toBe(404);
    expect((await fetch(`${origin}/health`)).status).toBe(200);
  };
  const interrupted = async (running: Started): Promise<Finished> => {
    running.child.stdin?.write(keys.interrupt);
    return running.finished;
  };

  onTerminals('is a few lines for people at a terminal, without the requests', async () => {
    const running = program.start(['serve', ...dataDir('people')], { through: terminal(200) });
    const origin = await originOf(running);
    await until(() => running.stdout().includes('Ctrl+C stops it.') || undefined);
    await visit(origin);
    const { code, stdout } = await interrupted(running);
    const lines = stdout.split(/\r?\n/).filter((line) => line !== '' && line !== '^C');
    expect(code).toBe(0);
    expect(lines.slice(0, 2)).toEqual([
      `svc is listening on ${origin}`,
      `Its data is in ${program.cwd}/people`,
    ]);
    expect(stdout).toContain(`${origin}/first-run`);
    expect(lines.at(-1)?.replace('^C', '')).toBe('svc has stopped.');
    expect(stdout).not.toContain('/no/such/place');
    expect(stdout).not.toContain('{');
  });

  onTerminals('is JSON lines at a terminal that asks for them', async () => {
    const running = program.start(['serve', '--log', 'json', ...dataDir('json')], {
      through: terminal(200),
    });
    const origin = await originOf(running);
    await visit(origin);
    const { stdout } = await interrupted(running);
    expect(stdout).toContain('"path":"/no/such/place"');
    expect(stdout).not.toContain('svc has stopped.');
  });

  it('is text in a pipe that asks for it, with every request at the level info', async () => {
    const env = { SVC_LOG_LEVEL: 'info' };
    const running = program.start(['serve', '--log', 'text', ...dataDir('text')], {
      env,
      input: '',
    });
    const origin = await originOf(running);
    await visit(origin);
    running.child.kill('SIGTERM');
    const { stderr } = await running.finished;
    expect(stderr).toMatch(
      /^GET \/no\/such\/place was answered with 404 after [\d.]+ ms \(request [\da-f-]{36}\)$/m,
    );
    expect(stderr).toMatch(/svc has stopped\.\n$/);
    expect(stderr).not.toMatch(/^\{/m);
  });
});
