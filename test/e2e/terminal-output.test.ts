import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program } from './program.js';
import { atTerminal, onTerminals } from './terminal.js';

const colour = /\u001b\[3[0-9]m/;

describe('what people read', () => {
  let program: Program;
  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9', NO_COLOR: undefined });
  });
  afterAll(() => program.close());

  onTerminals.each([
    ['a terminal', {}, true],
    ['a terminal of a CI job', { CI: 'true' }, true],
    ['a terminal with NO_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ['a terminal with an empty NO_COLOR', { NO_COLOR: '' }, true],
    ['a terminal with FORCE_COLOR=0', { FORCE_COLOR: '0' }, false],
    ['a terminal that can nothing', { TERM: 'dumb' }, false],
  ])('at %s (%j) is coloured: %s', async (_where, env, coloured) => {
    const { stdout } = await atTerminal(program, ['plugin', 'publsh'], {
      env: { TERM: 'xterm', ...env },
    });
    expect(stdout).toContain('Unknown command');
    expect(colour.test(stdout)).toBe(coloured);
  });

  it.each([
    [{ CI: 'true' }, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('in a pipe with %j is coloured: %s', async (env, coloured) => {
    const { stderr } = await program.run(['plugin', 'publsh'], { env });
    expect(colour.test(stderr)).toBe(coloured);
    const { stdout } = await program.run(['settings'], { env });
    expect(stdout.includes('\u001b[1m')).toBe(coloured);
    expect((await program.run(['settings', '--json'], { env })).stdout).not.toContain('\u001b');
    expect((await program.run(['settings', '--no-color'], { env })).stdout).not.toContain('\u001b');
  });

  it.each([20, 33, 47, 80, 120, 200])('is broken between words at %i columns', async (columns) => {
    const env = { COLUMNS: String(columns), NO_COLOR: '1' };
    const texts = [
      (await program.run(['--help'], { env })).stdout,
      (await program.run(['plugin', 'new', '--help'], { env })).stdout,
      (await program.run(['settings'], { env })).stdout,
      (await program.run(['modules', 'list'], { env })).stdout,
      (await program.run(['serve', '--prot', '1'], { env })).stderr,
      (await program.run(['search', 'anything'], { env })).stderr,
    ];
    for (const line of texts.join('\n').split('\n')) {
      if (line.length > columns) expect(line.trim()).not.toContain(' ');
    }
  });

  it('is not broken in a pipe of which nobody said how wide it is', async () => {
    const { stderr } = await program.run(['search', 'anything']);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  onTerminals('is broken at the width of the terminal', async () => {
    const { stdout } = await atTerminal(program, ['search', 'anything'], { columns: 50 });
    expect(
      stdout.split(/\r?\n/).filter((line) => line.replace(/\u001b\[\d+m/g, '').length > 50),
    ).toEqual([]);
  });
});
