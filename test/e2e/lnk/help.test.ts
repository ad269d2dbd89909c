import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LnkProgram, refused } from './lnk-program.js';

const FLAGS_OF_SESSIONS = [
  ...['--target', '--target-namespace', '--agent-namespace', '--agent-log-level', '--agent-image'],
  ...['--agent-ttl', '--agent-startup-timeout', '--ephemeral-container', '--fs-mode'],
  ...['--override-env-vars-exclude', '--override-env-vars-include', '--no-remote-dns'],
  ...['--skip-processes', '--accept-invalid-certificates', '--steal', '--no-outgoing'],
  ...['--no-tcp-outgoing', '--no-udp-outgoing', '--no-telemetry', '--context', '--env-file'],
  '--key',
];
const FILE = '--config-file';

const COMMANDS: readonly (readonly [string, string, readonly string[]])[] = [
  ['verify', '[path]', [FILE, '--editor', '--resolved']],
  ['explain', '[field]', [...FLAGS_OF_SESSIONS, FILE]],
  ['schema', '', ['--output']],
  ['decide path', '<path>', ['--op', FILE]],
  ['decide env', '<name..>', [FILE]],
  ['decide outgoing', '<address>', [FILE]],
  ['decide dns', '<name>', [FILE]],
  ['decide incoming', '<port> [header..]', [FILE]],
];

/** Flags in the order of a command's help. */
const flagsOf = (help: string): string[] =>
  [...help.matchAll(/^ {2}(?:-\w, | {4})(--[a-z-]+) /gm)].map(([, flag = '']) => flag);

describe('lnk config', () => {
  let lnk: LnkProgram;
  beforeAll(async () => {
    lnk = await LnkProgram.open();
    await lnk.write('.lnk/lnk.json', { target: 'pod/usual' });
    await lnk.write('staging.yaml', 'target: pod/staging\n');
  });
  afterAll(() => lnk.close());

  it.each(COMMANDS)('%s: help has its arguments and flags', async (name, positionals, flags) => {
    const { code, stdout, stderr } = await lnk.run([...name.split(' '), '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')[0]).toBe(`lnk config ${name} ${positionals}`.trimEnd());
    expect(flagsOf(stdout).sort()).toEqual([...flags, '--json', '--no-color', '--help'].sort());
    expect(stdout.includes('-f, --config-file')).toBe(flags.includes(FILE));
    expect(stdout).toContain('Examples:');
  });

  it('lists its commands in the help of the groups', async () => {
    const [all, decisions] = [await lnk.run(['--help']), await lnk.run(['decide', '--help'])];
    expect(all.stdout).toMatch(/lnk config decide +dns, env, incoming, outgoing, path$/m);
    for (const name of ['explain', 'schema', 'verify'])
      expect(all.stdout).toMatch(new RegExp(`^ {2}lnk config ${name} `, 'm'));
    for (const name of ['dns', 'env', 'incoming', 'outgoing', 'path'])
      expect(decisions.stdout).toMatch(new RegExp(`^ {2}lnk config decide ${name} `, 'm'));
  });

  it.each([
    [['decide', 'path'], 'Missing argument: <path>.', 'Usage: lnk config decide path <path>'],
    [['decide', 'env'], 'Missing argument: <name..>.', 'lnk config decide env <name..>'],
    [['decide', 'path', 'a', '--op', 'run'], '--op must be one of', '"read", "write"'],
    [['decide', 'incoming', 'http'], '<port> must be a number', 'lnk config decide incoming'],
    [['verify', '--resolve'], 'Unknown flag: --resolve.', 'Did you mean --resolved?'],
    [['schema', '--output'], 'The flag --output needs a value.', 'lnk config schema'],
    [['verify', 'a', '-f', 'b'], 'Both a and --config-file b were given', 'Name the file once'],
    [['verify', '-f', 'a', '-f', 'b'], '--config-file was given 2 times', 'Name one of them'],
    [['decide', 'dns', 'x', '-f', 'a', '-f', 'b'], '--config-file was given', 'Name one of'],
  ])('a wrong use is told, with 2: %j', async (words, what, hint) => {
    expect(await lnk.run(words)).toEqual(refused(2, what, hint));
  });

  describe('reads', () => {
    const target = async (words: string[], input = ''): Promise<unknown> => {
      const { code, data } = await lnk.json(['explain', 'target.path', ...words], { input });
      expect(code).toBe(0);
      return (data as { fields: { value: unknown }[] }).fields[0]?.value;
    };

    it('no file without -f, also where the usual one exists', async () => {
      expect(await target([])).toBeNull();
      const { code, data } = await lnk.json(['verify']);
      expect([code, data]).toMatchObject([0, { file: null, valid: true }]);
    });

    it('the usual one for -f alone, last or before another flag', async () => {
      expect(await target(['-f'])).toBe('pod/usual');
      expect(await target(['-f', '--steal'])).toBe('pod/usual');
      expect((await lnk.run(['verify', '-f'])).stdout).toBe('valid .lnk/lnk.json\n');
    });

    it('the one that is named', async () => {
      expect(await target(['-f', 'staging.yaml'])).toBe('pod/staging');
      expect(await target(['--config-file=staging.yaml'])).toBe('pod/staging');
      expect((await lnk.run(['verify', 'staging.yaml'])).stdout).toBe('valid staging.yaml\n');
    });

    it('standard input for -', async () => {
      const input = 'target = "pod/piped"\n';
      expect(await target(['-f', '-'], input)).toBe('pod/piped');
      expect(await target(['--config-file=-'], input)).toBe('pod/piped');
      const wrong = await lnk.json(['verify', '-'], { input: '\ntargt: pod/a\n' });
      expect(wrong).toMatchObject({
        code: 3,
        data: { file: '-', errors: [{ file: 'standard input', line: 2, column: 1 }] },
        stderr: '',
      });
    });

    it('an empty configuration in every format', async () => {
      for (const name of ['e.json', 'e.toml', 'e.yaml', 'e']) {
        await lnk.write(name, '');
        expect((await lnk.run(['verify', name])).code).toBe(0);
      }
    });
  });
});
