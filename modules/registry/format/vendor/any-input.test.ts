import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pluginInvalid } from '../../contract/plugin-errors.js';
import type { LooseFile, VendorPlugin } from '../../contract/plugin-format.js';
import { checkPlugin } from '../check-plugin.js';
import { readVendorPlugin } from './index.js';
import { converted, leftOutOf } from './testing/vendor-plugin.js';

const CLAUDE = '.claude-plugin/plugin.json';
const MANIFESTS = [
  CLAUDE,
  '.codex-plugin/plugin.json',
  '.cursor-plugin/plugin.json',
  '.tessl-plugin/plugin.json',
  'gemini-extension.json',
];
const KEYS = [
  ...['name', 'version', 'description', 'author', 'skills', 'commands', 'agents', 'rules', 'hooks'],
  ...['mcpServers', 'contextFileName', 'nativeHooks', 'strict', '__proto__', 'docs'],
];
const EVENTS = ['PreToolUse', 'SessionStart', 'BeforeTool', 'preToolUse', 'Notification', 'bad'];
const PATHS = [
  ...['skills/a/SKILL.md', 'skills/A/skill.md', 'SKILL.md', 'commands/a.md', 'commands/b.toml'],
  ...['agents/a.md', 'agents/A.md', 'rules/a.mdc', 'rules/a.md', 'hooks/hooks.json', '.mcp.json'],
  ...['mcp.json', 'GEMINI.md', '.svcignore', '.svc-plugin/plugin.json', '.env', 'a', 'a/b', 'con'],
];
const TEXTS = [
  ...['---\nname: a\ndescription: b\n---\nc', '---\n: : :\n---', '\0', '', 'prompt = "x"', '*'],
  ...['{"hooks":{"Stop":[{"hooks":[{"command":"${CLAUDE_PLUGIN_ROOT}/../x"}]}]}}', '{'],
  ...['{"mcpServers":{"x":{"command":"${CLAUDE_PLUGIN_ROOT}/../x"},"y":{"url":"no"}}}', '{}'],
];

const word = fc.constantFrom(...KEYS, ...EVENTS, ...PATHS, ...TEXTS, './', '../x', 'command');
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word,
    fc.anything({ maxDepth: 1, withNullPrototype: true }).filter((found) => isJson(found)),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(word, tie('any'), { maxKeys: 3 }),
  ),
})).any;

function isJson(found: unknown): boolean {
  try {
    return JSON.stringify(found) !== undefined;
  } catch {
    return false;
  }
}

const manifest = fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 5 });
const content = fc.oneof(
  fc.constantFrom(...TEXTS).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }),
  manifest.map((fields) => Buffer.from(JSON.stringify(fields))),
);
const file = fc.record({
  path: fc.oneof(fc.constantFrom(...MANIFESTS, ...PATHS), fc.string({ maxLength: 12 })),
  executable: fc.boolean(),
  content,
});
const files = fc.uniqueArray(file, { maxLength: 10, selector: ({ path }) => path });

/** The plugin, or `undefined` for a manifest that cannot be read; any other error is a bug. */
function read(loose: readonly LooseFile[], entry?: object): VendorPlugin | undefined {
  try {
    const named = { name: 'acme-repo/x', version: '0.0.0', source: 'acme/repo' };
    return readVendorPlugin({ ...named, files: loose, entry: entry as Record<string, unknown> });
  } catch (error) {
    if (pluginInvalid.is(error)) return undefined;
    throw error;
  }
}

describe('any files', () => {
  it('make a plugin that keeps the rules, or one error about the manifest', () => {
    let plugins = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...MANIFESTS),
        manifest,
        files,
        fc.option(manifest),
        (id, fields, others, entry) => {
          const own = { path: id, executable: false, content: Buffer.from(JSON.stringify(fields)) };
          const loose = [own, ...others.filter(({ path }) => path !== id)];
          const plugin = read(loose, entry ?? undefined);
          if (plugin === undefined) return;
          plugins += 1;
          const again = plugin.contents.files.map(({ path, content: bytes }) => ({
            path,
            executable: false,
            content: bytes,
          }));
          expect(checkPlugin({ files: again }).errors).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
    // a manifest with fields of wrong types is still one: only unreadable ones are refused
    expect(plugins).toBeGreaterThan(250);
  });
});

describe('a manifest', () => {
  it.each([
    ['of ten megabytes', `{"name": "${'x'.repeat(10_000_000)}"}`, /bytes; at most/],
    ['that is nested deeply', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, /nests deeper/],
    ['with a key given twice', '{"name": "a", "name": "b"}', /occurs twice/],
    ['with NUL bytes', '{"name": "a\0"}', /not valid JSON/],
    ['that is a list', '[]', /must be an object/],
    ['that is empty', '', /empty/],
  ])('%s is one clear error', (_what, text, message) => {
    expect(() => converted({ [CLAUDE]: text, 'skills/a/SKILL.md': 'x' })).toThrow(
      expect.objectContaining({
        code: 'plugin_invalid',
        issues: [
          expect.objectContaining({
            file: CLAUDE,
            message: expect.stringMatching(message) as unknown,
          }),
        ],
      }) as Error,
    );
  });

  it('with wrong types in every field loses these fields', () => {
    const fields = Object.fromEntries(
      KEYS.filter((key) => key !== 'strict').map((key) => [key, 7]),
    );
    const plugin = converted({
      [CLAUDE]: fields,
      'skills/a/SKILL.md': '---\nname: a\ndescription: b\n---\nc',
    });
    expect(plugin.contents.manifest).toMatchObject({ name: 'acme-repo/tools', version: '0.0.0' });
    expect(plugin.contents.skills).toHaveLength(1);
    expect(leftOutOf(plugin).map((line) => /^"(\w+)"/.exec(line)?.[1])).toEqual(
      expect.arrayContaining([
        'skills',
        'commands',
        'agents',
        'hooks',
        'mcpServers',
        'nativeHooks',
      ]),
    );
  });
});

describe('paths', () => {
  it('that differ in letter case only are one: the second is left out', () => {
    const plugin = converted({ [CLAUDE]: {}, 'a/B.md': '1', 'a/b.md': '2', 'A/c.md': '3' });
    expect(leftOutOf(plugin)).toEqual([
      'a/B.md: "A" is the same file or folder on some systems',
      'a/b.md: "A" is the same file or folder on some systems',
    ]);
  });

  it('that no plugin may have, and what is too large, are left out', () => {
    const plugin = converted({
      [CLAUDE]: {},
      'con.md': '1',
      'big.bin': 'x'.repeat(26 * 1024 * 1024),
    });
    expect(leftOutOf(plugin)).toEqual([
      'con.md: "con.md" is a device name on Windows',
      expect.stringMatching(/^big\.bin: it has \d+ bytes/),
    ]);
  });

  it('without any manifest make no plugin', () => {
    expect(() => converted({ 'README.md': 'x' })).toThrow(
      expect.objectContaining({ code: 'plugin_invalid' }) as Error,
    );
  });
});
