import { describe, expect, it } from '@jest/globals';
import { isSvcError } from 'svc-registry/kernel';
import { variablesOfEntries, variablesOfText, type Variables } from './read-variables.js';

const file = { file: '.env' };

/** Line and message of each problem. */
function problemsOf(read: () => Variables): (readonly [number | undefined, string])[] {
  try {
    read();
  } catch (error) {
    if (!isSvcError(error) || error.code !== 'environment_invalid') throw error;
    return error.issues.map(({ line, message }) => [line, message]);
  }
  throw new Error('It is read without a problem.');
}

const inText = (text: string) => problemsOf(() => variablesOfText(text, file));

describe('a .env text', () => {
  it.each<[string, string, Record<string, string>]>([
    ['nothing', '', {}],
    ['comments and blank lines', '# one\n\n  # two\n', {}],
    ['values', 'A=1\nB = two words \nC=', { A: '1', B: 'two words', C: '' }],
    ['Windows line ends', 'A=1\r\nB="x\r\ny"\r\n', { A: '1', B: 'x\ny' }],
    ['a byte order mark', '\uFEFFA=1', { A: '1' }],
    ['export', 'export A=1\n  export  B = "2"', { A: '1', B: '2' }],
    ['a repeated name', 'A=1\nA=2', { A: '2' }],
    ['comments behind values', 'A=1 # x\nB="2 # 3" # "x"\nC= # x', { A: '1', B: '2 # 3', C: '' }],
    [
      'quotes within',
      `A=a"b"c\nB='"'\nC="it's"\nD=\`"'\``,
      { A: 'a"b"c', B: '"', C: "it's", D: `"'` },
    ],
    ['spaces in quotes', 'A="  x  "', { A: '  x  ' }],
    ['escapes in double quotes only', `A="x\\ny"\nB='x\\ny'`, { A: 'x\ny', B: 'x\\ny' }],
    ['an equals sign', 'A==b=', { A: '=b=' }],
    ['what shells would expand', 'A=$HOME\nB="`id`"', { A: '$HOME', B: '`id`' }],
    [
      'values of several lines',
      'A="-----BEGIN KEY-----\n  a=  \n# b\n-----END KEY-----" # x\nB=1',
      { A: '-----BEGIN KEY-----\n  a=  \n# b\n-----END KEY-----', B: '1' },
    ],
    ['JSON', `A='{"a": "b # c"}'`, { A: '{"a": "b # c"}' }],
  ])('may have %s', (_what, text, expected) => {
    expect(variablesOfText(text, file)).toEqual(expected);
  });

  it.each([
    ['a line without =', 'A=1\nsecret-of-mine\nB=2', 2],
    ['words before the name', 'set A=1', 1],
    ['no name', '=1', 1],
    ['a colon', 'A: 1', 1],
    ['a quote that is not closed', 'A=1\nB="x\nC=2', 2],
    ['text behind a quote', 'A="x" y', 1],
    ['a quote within quotes', "A='it's'", 1],
    ['# within a value', 'A=1\n\nB=pass#word', 3],
    ['# at the beginning of a value', 'B=#x', 1],
    ['a malformed name', 'my-key=1', 1],
    ['a name that begins with a digit', '1A=1', 1],
    ['a NUL', 'A=x\0y', 1],
  ])('with %s is refused with the line', (_what, text, line) => {
    expect(inText(text)).toEqual([[line, expect.any(String)]]);
  });

  it('is refused with the file, all lines, and without what stands in them', () => {
    const text = 'hush-1\nA="hush-2\nhush-3=x\nB=hush-4#hush-5\nC=1';
    try {
      variablesOfText(text, file);
      throw new Error('It is read.');
    } catch (error) {
      expect(error).toMatchObject({
        code: 'environment_invalid',
        message: 'The environment cannot be made from .env.',
        issues: [1, 2, 3, 4].map((line) => expect.objectContaining({ file: '.env', line })),
      });
      expect(JSON.stringify(error)).not.toContain('hush');
    }
  });

  it('has a limit of size, and one of variables', () => {
    expect(inText(`A=${'x'.repeat(65_535)}`)).toEqual([[undefined, 'it has more than 64 KiB']]);
    const many = (count: number) =>
      Array.from({ length: count }, (_none, at) => `A${at}=1`).join('\n');
    expect(Object.keys(variablesOfText(many(200), file))).toHaveLength(200);
    expect(inText(many(201))).toEqual([[undefined, 'there are more than 200 variables']]);
  });

  it('is read in time however it is written', () => {
    for (const text of [
      `A=${' '.repeat(60_000)}'`,
      `export${' '.repeat(60_000)}`,
      'A="\\"\n'.repeat(9_000),
      `A="${'\\"'.repeat(30_000)}`,
      "A='\n".repeat(15_001),
    ])
      expect(inText(text).length).toBeGreaterThan(0);
  });
});

describe('names of variables', () => {
  it.each([
    'LITELLM_ADMIN_KEY',
    'LITELLM_MASTER_KEY',
    'UPLOAD_WORKSPACE',
    'DOWNLOAD_WORKSPACE',
    'AWS_ACCESS_KEY_ID',
    'S3_BUCKET',
    'DAYTONA_API_KEY',
    'RECIPE_RUN_ID',
    'PATH',
    'HOME',
    'TMPDIR',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'NODE_OPTIONS',
    'SVC_TOKEN',
    'HTTP_PROXY',
    'https_proxy',
    'ALL_PROXY',
    'no_proxy',
    '__proto__',
  ])('%s is refused, with its line', (name) => {
    expect(inText(`A=1\n${name}=x`)).toEqual([[2, expect.stringContaining(name)]]);
    const entries = Object.fromEntries([[name, 'x']]);
    expect(problemsOf(() => variablesOfEntries(entries, { field: 'entries' }))).toEqual([
      [undefined, expect.stringContaining(name)],
    ]);
  });

  it.each(['OPENAI_API_KEY', '_', 'a1', 'AWS', 'PATHS', 'MY_PATH', 'S3', 'constructor'])(
    '%s is none of them',
    (name) => {
      expect(variablesOfText(`${name}=x`, file)).toEqual({ [name]: 'x' });
    },
  );
});

describe('variables by name', () => {
  it('keep their values as they are', () => {
    const entries = { A: ' "x" # \n', B: '' };
    expect(variablesOfEntries(entries, { field: 'entries' })).toEqual(entries);
  });

  it.each([
    [{ 'sk-hush': 'OPENAI_API_KEY' }],
    [{ A: 'hush\0' }],
    [{ A: 'hush\uD800' }],
    [{ A: `hush${'x'.repeat(65_536)}` }],
  ])('are refused without what stands in them', (entries) => {
    const problems = problemsOf(() => variablesOfEntries(entries, { field: 'entries' }));
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(problems)).not.toContain('hush');
  });
});
