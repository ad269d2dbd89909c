import { execFileSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { VerifyResult } from '../../../modules/lnk/contract/results.js';
import { LnkProgram, refused } from './lnk-program.js';

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

const LEVELS = 10_000;
const BOMB = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => {
    const before = String.fromCharCode(name.charCodeAt(0) - 1);
    return `${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`;
  }),
].join('\n');

describe('what lnk config says about', () => {
  let lnk: LnkProgram;
  beforeAll(async () => {
    lnk = await LnkProgram.open();
    await mkdir(join(lnk.cwd, 'folder'));
  });
  afterAll(() => lnk.close());

  describe('files that cannot be read', () => {
    it.each([
      [['verify', 'none.json'], 4, ['There is no configuration file none.json.', '-f alone means']],
      [['verify', '-f'], 4, ['There is no configuration file .lnk/lnk.json.']],
      [['explain', '-f', 'folder/none'], 4, ['no configuration file folder/none']],
      [['decide', 'path', 'x', '-f', 'none.json'], 4, ['no configuration file none.json']],
      [['verify', 'folder'], 2, ['folder cannot be read: it is a folder', 'Name the file in it']],
    ] as const)('%j', async (words, code, said) => {
      expect(await lnk.run(words)).toEqual(refused(code, ...said, 'hint: '));
    });

    it('a missing one, as JSON', async () => {
      expect(await lnk.json(['verify', 'none.json'])).toEqual({
        code: 4,
        stderr: '',
        data: { error: expect.objectContaining({ code: 'config_not_found', exit: 4 }) },
      });
    });

    it('a pipe without a writer', async () => {
      execFileSync('mkfifo', [join(lnk.cwd, 'pipe')]);
      expect(await lnk.run(['verify', 'pipe'])).toEqual(
        refused(2, 'pipe cannot be read: it is a pipe, a socket or a device', 'give - to read'),
      );
    });

    const asRoot = process.getuid?.() === 0;
    (asRoot ? it.skip : it)('one without permission', async () => {
      const file = await lnk.write('secret.json', '{}');
      await chmod(file, 0o000);
      expect(await lnk.run(['verify', 'secret.json'])).toEqual(
        refused(2, 'secret.json cannot be read: this user has no permission', 'chmod u+r'),
      );
    });

    it('one of another kind', async () => {
      await lnk.write('lnk.ini', 'a=b');
      expect(await lnk.run(['verify', 'lnk.ini'])).toEqual(
        refused(3, 'the extension .ini', 'json, toml, yaml or yml'),
      );
    });
  });

  describe('contents that are no text of a usual size', () => {
    it.each([
      ['big.yaml', bytes('# '.padEnd(300 * 1024, 'x')), 'has more than 256 KB.'],
      ['wide.json', utf16('{}'), 'wide.json is in UTF-16.'],
      ['byte.yaml', bytes('a: b\ntarget: pod/', [0xff], '\n'), 'byte.yaml:2: '],
    ])('%s', async (name, content, what) => {
      await lnk.write(name, content);
      expect(await lnk.run(['verify', name])).toEqual(refused(3, what, 'hint: '));
    });

    it('the same on standard input', async () => {
      const input = ' '.repeat(300 * 1024);
      expect(await lnk.run(['verify', '-'], { input })).toEqual(
        refused(3, 'The configuration on standard input has more than 256 KB.'),
      );
    });

    it('a byte order mark, which no position counts', async () => {
      await lnk.write('bom.yaml', bytes([0xef, 0xbb, 0xbf], 'targt: pod/a\n'));
      await lnk.write('bom.json', bytes([0xef, 0xbb, 0xbf], '{"target": "pod/a"}'));
      const { code, data } = await lnk.json(['verify', 'bom.yaml']);
      expect([code, data]).toMatchObject([3, { errors: [{ line: 1, column: 1 }] }]);
      expect((await lnk.run(['verify', 'bom.json'])).code).toBe(0);
    });
  });

  describe('hostile documents', () => {
    it.each([
      ['bomb.yaml', BOMB, 'The aliases of this file repeat more than 10000 values.'],
      ['deep.json', '['.repeat(LEVELS) + ']'.repeat(LEVELS), 'more than 100 levels'],
      ['deep.yaml', `a: ${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`, 'more than 100 levels'],
      ['deep.toml', `a = ${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`, 'more than 100 levels'],
    ])('%s', async (name, text, what) => {
      await lnk.write(name, text);
      const { code, data, stderr } = await lnk.json(['verify', name]);
      expect([code, stderr]).toEqual([3, '']);
      expect((data as VerifyResult).errors).toEqual([
        expect.objectContaining({
          file: name,
          line: 1,
          message: expect.stringContaining(what),
          hint: expect.any(String),
        }),
      ]);
    });

    it.each([
      ['p.json', '{"__proto__": {"api": false},\n "target": {"__proto__": 1}}', ['1:2', '2:13']],
      ['p.yaml', '__proto__: { api: false }\ntarget: { __proto__: 1 }\n', ['1:1', '2:11']],
      ['p.toml', '__proto__.api = false\n[target]\n__proto__ = 1\n', ['1:1', '3:1']],
    ])('__proto__ is an unknown key: %s', async (name, text, positions) => {
      await lnk.write(name, text);
      const { code, data } = await lnk.json(['verify', name]);
      const { errors } = data as VerifyResult;
      expect(code).toBe(3);
      expect(errors.map(({ field }) => field)).toEqual(['__proto__', 'target.__proto__']);
      expect(errors.map(({ line, column }) => `${String(line)}:${String(column)}`)).toEqual(
        positions,
      );
    });

    it('__proto__ is a variable like any other', async () => {
      const input = '{"feature": {"env": {"override": {"__proto__": "x", "constructor": "y"}}}}';
      const names = ['__proto__', 'constructor', 'toString'];
      const { data } = await lnk.json(['decide', 'env', ...names, '-f', '-'], { input });
      expect(data).toMatchObject({
        variables: [
          { asked: '__proto__', verdict: 'set', value: 'x' },
          { asked: 'constructor', verdict: 'set', value: 'y' },
          { asked: 'toString', verdict: 'remote', value: null },
        ],
      });
      const resolved = await lnk.run(['verify', '-', '--resolved'], { input });
      expect(resolved.stdout).toContain('"__proto__": "x"');
      expect(
        await lnk.run(['verify', '-'], { input: '{"target": "{{ __proto__ }}"}' }),
      ).toMatchObject({ code: 3, stdout: expect.stringContaining('`__proto__` not found') });
    });

    it('a template that reaches for the host, or does not end', async () => {
      for (const template of [
        "{{ key.constructor.constructor('return process')() }}",
        '{% for a in range(end=1000000) %}{% for b in range(end=1000000) %}{% endfor %}{% endfor %}',
      ]) {
        const { code, data } = await lnk.json(['verify', '-'], { input: `# ${template}\n{}` });
        expect([code, data]).toMatchObject([3, { errors: [{ line: 1, hint: expect.anything() }] }]);
      }
    });
  });

  it('a reader that has gone: nothing', async () => {
    const { child, finished } = lnk.program.start(['config', 'schema'], { program: 'lnk' });
    child.stdout?.destroy();
    expect(await finished).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});
