import { describe, expect, it } from '@jest/globals';
import { positionAt } from '../../../../toolbox/text-position.js';
import type { Format } from '../document/document.js';
import { renderTemplate } from '../template/render-template.js';
import { KeyMistake, readKey, type KeyOptions, type SessionKey } from './session-key.js';

/** Knows `{{ git_branch }}` and `{{ fail }}`, and quotes of both kinds after `or`. */
const render: KeyOptions['render'] = (source, variables) =>
  Promise.resolve(
    source.replace(
      /\{\{\s*(\w+)(?:\s+or\s+['"]([^'"]*)['"])?\s*\}\}/g,
      (whole, name: string, other?: string) => {
        const value = variables.get(name) ?? other;
        if (typeof value !== 'string')
          throw Object.assign(new Error(`Variable \`${name}\` not found in context.`), {
            at: source.indexOf(whole),
            hint: 'Give a default.',
          });
        return value;
      },
    ),
  );

const read = (text: string, options: Partial<KeyOptions> = {}): Promise<SessionKey> =>
  readKey({
    text,
    format: 'json',
    env: {},
    branch: () => Promise.resolve('main'),
    render,
    random: () => '0a1b2',
    ...options,
  });

const NONE = { value: '0a1b2', source: 'random', losers: [] };

describe('precedence', () => {
  const text = '{"key": "{{ git_branch }}-x"}';
  const inFile = { source: 'file', value: '{{ git_branch }}-x', at: 8 };

  it('is flag, environment, file, random', async () => {
    const env = { LNK_KEY: 'env' };
    expect(await read(text, { flag: 'flag', env })).toEqual({
      value: 'flag',
      source: 'flag',
      losers: [{ source: 'environment', value: 'env' }, inFile],
    });
    expect(await read(text, { env })).toEqual({
      value: 'env',
      source: 'environment',
      losers: [inFile],
    });
    expect(await read(text)).toEqual({ value: 'main-x', source: 'file', at: 8, losers: [] });
    expect(await read('{}')).toEqual(NONE);
    expect(await read('')).toEqual(NONE);
  });

  it('does not count an empty variable', async () => {
    expect(await read('{}', { env: { LNK_KEY: '' } })).toEqual(NONE);
  });

  it('renders no template that does not count', async () => {
    const failing = '{"key": "{{ fail }}"}';
    expect((await read(failing, { flag: 'flag' })).value).toBe('flag');
  });

  it('asks for the branch only when the key mentions it', async () => {
    const branch = () => Promise.reject(new Error('asked'));
    expect(
      (await read('{"key": "{{ x or \'y\' }}", "a": "{{ git_branch }}"}', { branch })).value,
    ).toBe('y');
    await expect(read(text, { branch })).rejects.toThrow('asked');
  });

  it('of a random key is 5 lowercase hexadecimal digits', async () => {
    const { value } = await readKey({
      text: '',
      format: 'json',
      env: {},
      branch: () => Promise.resolve(undefined),
      render,
    });
    expect(value).toMatch(/^[0-9a-f]{5}$/);
  });
});

describe("the file's key", () => {
  it.each([
    ['json', '{"a": 1, "key": "k {{ git_branch }}"}'],
    ['toml', "a = 1\nkey = 'k {{ git_branch }}'\n[b]\nkey = 'x'"],
    ['yaml', 'a: {key: x}\nkey: "k {{ git_branch }}"'],
    ['yaml', 'key: k {{ git_branch }}'],
  ] as const)('is read from %s: %j', async (format, text) => {
    expect(await read(text, { format })).toMatchObject({ value: 'k main', source: 'file' });
  });

  it.each(['{"key": 1}', '{"key": null}', '{"key": {"a": 1}}', '{"a": {"key": "x"}}', '[1]'])(
    'is left to the check, or not there, in %s',
    async (text) => {
      expect(await read(text)).toEqual(NONE);
    },
  );

  it('has default texts in single quotes', async () => {
    const text = `{"key": "{{ git_branch or 'shared' }}"}`;
    const branch = () => Promise.resolve(undefined);
    expect(await read(text, { branch })).toMatchObject({ value: 'shared', source: 'file' });
  });
});

describe('a file that does not parse as written', () => {
  const IGNORED: readonly (readonly [Format, string, string, string])[] = [
    [
      'json',
      '{\n  "key": "{{ git_branch or "x" }}"\n}',
      '2:3',
      'JSON (line 2, column 29: A comma or "}" is expected here, and not "x")',
    ],
    [
      'json',
      '{"key": "k",\n "a": {{ x }}}',
      '1:2',
      'JSON (line 2, column 8: A key in double quotes is expected here, and not "{")',
    ],
    [
      'toml',
      'key = "{{ git_branch or "x" }}"',
      '1:1',
      'TOML (line 1, column 26: The value before this has ended, and something follows in the same line)',
    ],
    [
      'toml',
      'key = "k"\nport = {{ x }}',
      '1:1',
      'TOML (line 2, column 9: "{" is not expected here)',
    ],
    [
      'yaml',
      'a: 1\nkey: "{{ git_branch or "x" }}"',
      '2:1',
      'YAML (line 2, column 25: The value before this has ended, and something follows that does not belong to it)',
    ],
    [
      'yaml',
      'key: k\nport: {{ x }}',
      '1:1',
      'YAML (line 2, column 8: A key is a list or an object here)',
    ],
    ['yaml', '{"key": "{{ a or "b" }}"}', '1:2', 'YAML (line 1, column'],
  ];
  it.each(IGNORED)(
    'has its key ignored, with the reason: %s %j',
    async (...[format, text, where, reason]) => {
      const { warning, ...rest } = await read(text, { format });
      expect(rest).toEqual(NONE);
      expect(warning).toMatchObject({ severity: 'warning', path: ['key'] });
      const { line, column } = positionAt(text, warning?.at ?? -1);
      expect(`${line}:${column}`).toBe(where);
      expect(warning?.message).toContain(`as written the file is not valid ${reason}`);
    },
  );

  it('is told how to write the key, or the other values', async () => {
    const inKey = await read('{"key": "{{ git_branch or "x" }}"}');
    expect(inKey.warning?.hint).toContain('single quotes: "{{ git_branch | default(value=');
    const elsewhere = await read('{"key": "k",\n "a": {{ x }}}');
    expect(elsewhere.warning?.hint).toContain('inside of quotes');
    const inOneLine = await read('{"key": "k", "a": {{ x }}}');
    expect(inOneLine.warning?.hint).toContain('inside of quotes');
  });

  it.each([
    ['json', '{"a": {{ x }}}'],
    ['json', '{"a": {"key": {{ x }}}}'],
    ['json', '{"a": "\\"key\\": 1", "b": {{ x }}}'],
    ['toml', 'a = {{ x }}\n[b]\nkey = "x"'],
    ['yaml', 'a: {{ x }}\nb:\n  key: x'],
    ['yaml', 'keys: {{ x }}\n# key: x'],
    // without templates, the same mistake is an error of the file
    ['json', '{"key": "x",}'],
  ] as const)(
    'and has no key there, or is wrong anyway, is no warning: %s %j',
    async (format, text) => {
      expect(await read(text, { format })).toEqual(NONE);
    },
  );

  it('is no warning when another key counts', async () => {
    const { warning } = await read('{"key": "{{ a or "b" }}"}', { env: { LNK_KEY: 'k' } });
    expect(warning).toBeUndefined();
  });
});

describe('a key that is wrong', () => {
  const mistakeOf = async (text: string, format: Format): Promise<string> => {
    const error: unknown = await read(text, { format }).catch((reason: unknown) => reason);
    if (!(error instanceof KeyMistake)) throw error;
    const { line, column } = positionAt(text, error.mistake.at);
    return `${line}:${column} ${error.mistake.path.join('.')} ${error.mistake.message}`;
  };

  const FAIL = 'key Variable `fail` not found in context.';
  const FAILING: readonly (readonly [Format, string, string])[] = [
    ['json', '{"key": "a {{ fail }}"}', `1:12 ${FAIL}`],
    ['json', '{"key": "\\u00e9\\n {{ fail }}"}', `1:19 ${FAIL}`],
    ['toml', "a = 1\nkey = 'a {{ fail }}'", `2:10 ${FAIL}`],
    ['toml', 'key = """\na {{ fail }}"""', `2:3 ${FAIL}`],
    ['toml', 'key = """\\t{{ fail }}"""', `1:12 ${FAIL}`],
    ['toml', 'key = "\\U0001F600 {{ fail }}"', `1:19 ${FAIL}`],
    ['yaml', 'key: a {{ fail }}', `1:8 ${FAIL}`],
    ['yaml', "key: 'it''s {{ fail }}'", `1:13 ${FAIL}`],
    ['yaml', 'key: >-\n  a\n  {{ fail }}', `1:6 ${FAIL}`],
  ];
  it.each(FAILING)(
    'in its template is an error with its place: %s %j',
    async (format, text, mistake) => {
      expect(await mistakeOf(text, format)).toBe(mistake);
    },
  );

  it.each([
    ['{{ key }}', /knows the variable `git_branch` only/],
    ['{{ key.id | upper }}', /knows the variable `git_branch` only/],
    ['{{ git_branch }}', /^Give it a fallback: \{\{ git_branch \| default/],
    ['{{ git_branch | nope }}', undefined],
  ])('says which variables there are: %s', async (value, hint) => {
    const error: unknown = await read(JSON.stringify({ key: value }), {
      branch: () => Promise.resolve(value.includes('nope') ? 'main' : undefined),
      render: async (source, variables) =>
        (await renderTemplate(source, { variables, env: {} })).text,
    }).catch((reason: unknown) => reason);
    if (!(error instanceof KeyMistake)) throw error;
    if (hint === undefined) expect(error.mistake.hint).toBeUndefined();
    else expect(error.mistake.hint).toMatch(hint);
  });

  it('for another reason than its template passes the error on', async () => {
    const failing = () => Promise.reject(new Error('a bug'));
    await expect(read('{"key": "{{ x }}"}', { render: failing })).rejects.toThrow(/^a bug$/);
  });

  const LONG = 'k'.repeat(10_000);
  it.each([
    ['""', 'The key is empty.'],
    ['" \\t "', 'The key is empty.'],
    [JSON.stringify(LONG), 'The key has 10000 characters, and may have 250.'],
    ['"a\\nb"', 'The key has the character U+000A, which no header of HTTP can have.'],
    ['"über"', 'The key has the character ü, which no header of HTTP can have.'],
    ['"a\\u00a0b"', 'The key has the character U+00A0, which no header of HTTP can have.'],
    ['"😀"', 'The key has the character 😀, which no header of HTTP can have.'],
  ])('in the file is an error: %j', async (value, message) => {
    expect(await mistakeOf(`{"key": ${value}}`, 'json')).toBe(`1:9 key ${message}`);
  });

  it('of a branch with such signs is one too', async () => {
    const branch = () => Promise.resolve('grün');
    await expect(read('{"key": "{{ git_branch }}"}', { branch })).rejects.toBeInstanceOf(
      KeyMistake,
    );
  });

  it.each([
    [{ flag: '' }, 'The key of --key is empty.'],
    [{ flag: LONG }, 'The key of --key has 10000 characters, and may have 250.'],
    [{ env: { LNK_KEY: ' ' } }, 'The key of LNK_KEY is empty.'],
    [
      { env: { LNK_KEY: 'a\u{7f}' } },
      'The key of LNK_KEY has the character U+007F, which no header of HTTP can have.',
    ],
  ])('elsewhere is a usage error: %j', async (options, message) => {
    await expect(read('{}', options)).rejects.toMatchObject({ exit: 2, message });
  });

  it('may have blanks around it, which do not count', async () => {
    expect((await read('{}', { flag: ' a b ' })).value).toBe('a b');
    expect((await read(`{"key": "${'k'.repeat(250)} "}`)).value).toHaveLength(250);
  });
});
