import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse as parseToml } from 'smol-toml';
import { jsonCorpus, unsoundJson } from '../testing/json-corpus.js';
import { tomlCorpus, unsoundToml } from '../testing/toml-corpus.js';
import {
  parseConfig,
  type ConfigDocument,
  type ConfigEntry,
  type ConfigFormat,
} from './config-document.js';

const entry = { command: 'svc', args: ['mcp', 'start'] };
const names = ['svc', 'svc-two', 'a third "one"', 'Ω.é', '__proto__'];

interface Style {
  readonly format: ConfigFormat;
  readonly holder: readonly string[];
  readonly corpus: Readonly<Record<string, string>>;
}
const styles: readonly Style[] = [
  { format: 'json', holder: ['mcpServers'], corpus: jsonCorpus },
  { format: 'toml', holder: ['mcp_servers'], corpus: tomlCorpus },
];
const open = ({ format }: Style, text: string): Promise<ConfigDocument> =>
  parseConfig(format, 'f', text);

const anyEntry = fc.record({
  command: fc.string({ unit: 'binary' }),
  args: fc.array(fc.string()),
  env: fc.dictionary(fc.string({ minLength: 1 }), fc.string()),
  enabled: fc.boolean(),
});
const wanted = fc.constantFrom<ConfigEntry | undefined>(
  undefined,
  undefined,
  entry,
  { url: 'https://h/mcp', headers: { 'X-A': 'b' } },
  {},
);
const steps = fc.array(fc.record({ name: fc.constantFrom(...names), wanted }), { maxLength: 6 });

describe.each(styles)('configuration files of agents in $format', (style) => {
  const { holder, corpus } = style;
  const cases = Object.entries(corpus);

  it.each(cases)(
    'adds an entry, says it, and removes it to the same bytes: %s',
    async (_name, text) => {
      const before = await open(style, text);
      const added = before.set([...holder, 'svc'], entry);
      expect((await open(style, added.text)).get([...holder, 'svc'])).toEqual(entry);
      expect(pruned(added.remove([...holder, 'svc']), before).text).toBe(text);
    },
  );

  it.each(cases)('takes no character away: %s', async (_name, text) => {
    const added = (await open(style, text)).set([...holder, 'svc'], entry).text;
    expect(isSubsequence(text, added)).toBe(true);
  });

  it.each(cases)(
    'returns to the same bytes after a hundred random sequences: %s',
    async (_name, text) => {
      const before = await open(style, text);
      fc.assert(
        fc.property(steps, (sequence) => {
          const own = sequence.filter(({ name }) => before.get([...holder, name]) === undefined);
          const after = own.reduce(
            (now, step) => changed(now, [...holder, step.name], step.wanted),
            before,
          );
          const cleared = own.reduce((now, { name }) => now.remove([...holder, name]), after);
          expect(pruned(cleared, before).text).toBe(text);
        }),
        { numRuns: 100 },
      );
    },
  );

  /** Takes back what had to be made for the entries. */
  function pruned(now: ConfigDocument, before: ConfigDocument): ConfigDocument {
    const inner = before.get(holder) === undefined ? now.prune(holder) : now;
    return before.get([]) === undefined ? inner.prune([]) : inner;
  }

  it('writes whatever an entry says so that it is read again', async () => {
    const before = await open(style, '');
    fc.assert(
      fc.property(anyEntry, (value) => {
        expect(before.set([...holder, 'svc'], value).get([...holder, 'svc'])).toEqual(
          wellFormed(value),
        );
      }),
    );
  });

  it('changes an entry where it stands', async () => {
    const text = (await open(style, ''))
      .set([...holder, 'a'], entry)
      .set([...holder, 'b'], entry).text;
    const changed = (await open(style, text)).set([...holder, 'a'], { command: 'other' });
    expect(changed.text.indexOf('other')).toBeLessThan(changed.text.indexOf('svc'));
    expect(changed.set([...holder, 'a'], entry).text).toBe(text);
  });
});

describe('JSON files of agents', () => {
  it.each(Object.entries(unsoundJson))(
    'are not edited when unsound, and the line is named: %s',
    async (_name, [text, reason]) => {
      const error = await parseConfig('json', 'f.json', text).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'project_file_invalid', issues: expect.anything() });
      const { issues } = error as {
        issues: readonly { file: string; line: number; message: string }[];
      };
      expect(issues.map(({ message }) => message).join('; ')).toContain(reason);
      for (const issue of issues)
        expect(issue).toMatchObject({ file: 'f.json', line: expect.any(Number) });
    },
  );

  it.each([
    ['the object that holds entries', '{"mcpServers": {},\n"mcpServers": {}}', 2],
    ['an entry of ours', '{"mcpServers": {"svc": 1,\n\n"svc": 2}}', 3],
  ])('are not edited when a key on the way stands twice: %s', async (_name, text, line) => {
    const document = await parseConfig('json', 'f.json', text);
    const refused = expect.objectContaining({
      issues: [expect.objectContaining({ line, message: 'is there twice' })],
    });
    expect(() => document.get(['mcpServers', 'svc'])).toThrow(refused);
    expect(() => document.set(['mcpServers', 'svc'], entry)).toThrow(refused);
    expect(() => document.remove(['mcpServers', 'svc'])).toThrow(refused);
  });

  it('are not edited when something else than an object holds the entries', async () => {
    const document = await parseConfig('json', 'f.json', '{\n  "mcpServers": []\n}');
    expect(() => document.set(['mcpServers', 'svc'], entry)).toThrow(
      expect.objectContaining({
        issues: [
          {
            file: 'f.json',
            line: 2,
            column: 17,
            field: 'mcpServers',
            message: 'must be an object',
          },
        ],
      }),
    );
  });

  it('keep an object that somebody else has put something into', async () => {
    const made = (await parseConfig('json', 'f', '{}')).set(['mcpServers', 'svc'], entry).text;
    const commented = (
      await parseConfig('json', 'f', made.replace('"svc"', '// mine\n"svc"'))
    ).remove(['mcpServers', 'svc']);
    expect(commented.prune(['mcpServers']).text).toContain('// mine');
  });
});

describe('TOML files of agents', () => {
  it.each(Object.entries(unsoundToml))(
    'are not edited when unsound, and the line is named: %s',
    async (_name, [text, line]) => {
      await expect(parseConfig('toml', 'f.toml', text)).rejects.toMatchObject({
        code: 'project_file_invalid',
        issues: [{ file: 'f.toml', line, message: expect.stringContaining('is not valid TOML') }],
      });
    },
  );

  it('are not edited when something else than a table holds the entries', async () => {
    const document = await parseConfig('toml', 'f.toml', 'x = 1\n[[mcp_servers]]\na = 1\n');
    expect(() => document.set(['mcp_servers', 'svc'], entry)).toThrow(
      expect.objectContaining({
        issues: [
          { file: 'f.toml', line: 2, column: 1, field: 'mcp_servers', message: 'must be a table' },
        ],
      }),
    );
  });

  it('get entries as tables of their own, which other parsers read', async () => {
    const document = await parseConfig('toml', 'f.toml', 'model = "x" # mine\n');
    const { text } = document.set(['mcp_servers', 'a b'], {
      ...entry,
      env: { 'K.1': 'a "quoted" \\ text\n\u007f' },
    });
    expect(text).toBe(
      'model = "x" # mine\n\n[mcp_servers."a b"]\ncommand = "svc"\nargs = ["mcp", "start"]\nenv = { "K.1" = "a \\"quoted\\" \\\\ text\\n\\u007f" }\n',
    );
    expect(parseToml(text)).toEqual({
      model: 'x',
      mcp_servers: { 'a b': { ...entry, env: { 'K.1': 'a "quoted" \\ text\n\u007f' } } },
    });
  });

  it.each([
    [
      'several tables',
      '[mcp_servers.svc]\ncommand = "x"\n\n[other]\ny = 1\n\n[mcp_servers.svc.env]\nK = "V"\n',
      '[other]\ny = 1\n',
    ],
    [
      'a line',
      '[mcp_servers]\nsvc = { command = "x" } # mine\na = {}\n',
      '[mcp_servers]\na = {}\n',
    ],
    ['the last line', '[mcp_servers]\na = {}\nsvc.command = "x"', '[mcp_servers]\na = {}'],
    ['dotted keys', 'mcp_servers.svc.command = "x"\nz = 1\nmcp_servers.svc.args = []\n', 'z = 1\n'],
    [
      'inside an inline table',
      'mcp_servers = { svc = { command = "x" }, a = {} }\n',
      'mcp_servers = { a = {} }\n',
    ],
  ])('lose an entry that its user has written in another form: %s', async (_name, text, left) => {
    const document = await parseConfig('toml', 'f.toml', text);
    expect(document.get(['mcp_servers', 'svc'])).toMatchObject({ command: 'x' });
    expect(document.remove(['mcp_servers', 'svc']).text).toBe(left);
    expect(parseToml(document.set(['mcp_servers', 'svc'], entry).text)).toMatchObject({
      mcp_servers: { svc: entry },
    });
  });

  it('leave the built-in objects alone whatever their keys are', async () => {
    await parseConfig('toml', 'f.toml', String(tomlCorpus['keys of object prototypes']));
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

function changed(
  now: ConfigDocument,
  path: readonly string[],
  to: ConfigEntry | undefined,
): ConfigDocument {
  return to === undefined ? now.remove(path) : now.set(path, to);
}

function isSubsequence(short: string, long: string): boolean {
  let at = 0;
  for (let index = 0; index < long.length; index += 1) if (long[index] === short[at]) at += 1;
  return at === short.length;
}

/** Half characters cannot be written to a file. */
function wellFormed(value: ConfigEntry): unknown {
  return JSON.parse(Buffer.from(JSON.stringify(value)).toString());
}
