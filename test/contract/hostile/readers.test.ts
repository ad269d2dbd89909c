import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readConfig } from '../../../hosts/configured-modules.js';
import { parseManifest } from '../../../hosts/outside/parse-manifest.js';
import { isSvcError } from 'svc-registry/kernel';
import { CredentialsFile } from '../../../modules/identity/format/credentials-file.js';
import { JsonDocument } from '../../../modules/install/client/json/json-document.js';
import { lockText, parseLock } from '../../../modules/install/client/project/lock-file.js';
import { ProjectManifest } from '../../../modules/install/client/project/project-manifest.js';
import { readBackup } from '../../../modules/persistence/server/backup/read-backup.js';
import { checkPlugin } from '../../../modules/registry/format/check-plugin.js';
import { openArchive } from '../../../modules/registry/format/archive/read-archive.js';
import { writeArchive } from '../../../modules/registry/format/archive/write-archive.js';
import { Findings } from '../../../modules/registry/format/findings.js';
import { readLegacyManifest } from '../../../modules/registry/format/legacy-manifest.js';
import { pluginFiles, skillText } from '../../../modules/registry/format/testing/plugin-files.js';
import { rawTar } from '../../../modules/registry/format/testing/raw-tar.js';
import { rounds } from '../../faults/harness/rounds.js';
import { jsonTexts, mutations } from './corpus.js';

interface Reader {
  /** A document that is read without complaint. */
  readonly valid: unknown;
  readonly read: (text: string) => unknown;
  /** How a refusal looks; default: an error for people. */
  readonly refusal?: (error: unknown) => boolean;
}

let folder: string;

const inFile = async <T>(text: string, read: (file: string) => T | Promise<T>): Promise<T> => {
  const file = join(folder, 'credentials.json');
  await writeFile(file, text);
  return read(file);
};

/** Checks a plugin as an author's machine does, and the server again when it is found well. */
async function plugin(files: Readonly<Record<string, string>>): Promise<void> {
  const { contents } = checkPlugin({
    files: pluginFiles({ 'skills/greet/SKILL.md': skillText('greet'), ...files }),
  });
  if (contents === undefined) return;
  const { archive } = await writeArchive(contents.files);
  await openArchive(archive);
}

const pluginManifest = {
  name: 'acme/tools',
  version: '1.0.0',
  description: 'Tools.',
  private: false,
  rules: ['rules/style.md'],
  skills: 'skills',
  docs: 'docs/index.md',
  describes: 'pkg:npm/left-pad@1.3.0',
  hooks: {
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          {
            type: 'command',
            command: 'echo',
            args: ['x'],
            env: { A: { fromEnv: 'B' } },
            timeout: 5,
          },
        ],
      },
    ],
  },
  nativeHooks: { 'claude-code': 'hooks/native.json' },
  mcpServers: '.mcp.json',
};

const readers: Readonly<Record<string, Reader>> = {
  'plugin.json': {
    valid: pluginManifest,
    read: (text) =>
      plugin({
        '.svc-plugin/plugin.json': text,
        'rules/style.md': '# Style\n',
        'docs/index.md': '# Docs\n',
        'hooks/native.json': '{}',
      }),
  },
  '.mcp.json': {
    valid: {
      mcpServers: {
        db: { type: 'stdio', command: 'db', args: ['--port', '1'], env: { A: '${B}' } },
        web: { type: 'http', url: 'https://example.com/mcp', headers: { X: 'y' } },
      },
    },
    read: (text) => plugin({ '.mcp.json': text }),
  },
  'tile.json': {
    valid: {
      name: 'acme/tools',
      version: '1.0.0',
      summary: 'Tools.',
      private: true,
      docs: 'docs/index.md',
      steering: { a: { rules: 'a.md' } },
      skills: {},
    },
    read: (text) =>
      readLegacyManifest(Buffer.from(text), {
        findings: new Findings(),
        hasFolder: () => true,
      }),
  },
  'svc.json': {
    valid: {
      $schema: 'x',
      name: 'repo',
      mode: 'vendored',
      agents: ['claude-code'],
      dependencies: {
        'acme/tools': { version: '1.0.0', skills: ['greet'] },
        'acme/own': { source: 'file:../own' },
      },
      verify: { tests: ['a'] },
    },
    read: (text) => {
      const manifest = ProjectManifest.parse(text);
      const more = manifest.withDependency('acme/more', {
        version: '1.0.0',
        source: undefined,
        skills: undefined,
      });
      return [
        more.withoutDependency('acme/more').with('mode', 'managed').text,
        manifest.unknownKeys,
      ];
    },
  },
  'svc-lock.json': {
    valid: {
      lockVersion: 1,
      plugins: {
        'acme/tools': {
          version: '1.0.0',
          source: 'registry',
          integrity: `sha256-${'A'.repeat(43)}=`,
          archive: `sha256-${'A'.repeat(43)}=`,
          skills: [{ name: 'greet', path: 'skills/greet' }],
          rules: [{ name: 'style', path: 'rules/style.md' }],
        },
      },
      written: {
        links: { '.claude/skills/greet': '.svc/plugins/acme/tools/skills/greet' },
        toolServers: { '.mcp.json': { svc: '{}' } },
        hooks: { '.mcp.json': { Stop: ['{}'] } },
      },
      later: { x: 1 },
    },
    read: (text) => lockText(parseLock(text)),
  },
  "an agent's configuration": {
    valid: { mcpServers: { svc: { command: 'svc', args: ['mcp', 'start'] } }, other: [1] },
    read: (text) => {
      const document = JsonDocument.parse('.mcp.json', text);
      return [document.members(['mcpServers']), document.get(['mcpServers', 'svc'])];
    },
  },
  'credentials.json': {
    valid: {
      version: 1,
      origins: {
        'https://svc.example.com': {
          token: 't',
          expiresAt: '2026-01-01T00:00:00.000Z',
          email: 'a@example.com',
        },
      },
    },
    read: (text) => inFile(text, () => new CredentialsFile(folder).get('__proto__')),
  },
  'config.json': { valid: { modules: ['svc-hello'] }, read: (text) => inFile(text, readConfig) },
  "a backup's manifest": {
    valid: {
      format: 'svc-backup',
      version: 1,
      product: '1.0.0',
      at: '2026-01-01T00:00:00.000Z',
      engine: 'sqlite',
      rowsOnly: false,
      migrations: [
        {
          module: 'registry',
          name: 'CreateRegistry1763640000000',
          appliedAt: '2026-01-01T00:00:00.000Z',
        },
      ],
      tables: [{ name: 'registry_tiles', columns: ['id'] }],
      absent: ['x'],
    },
    read: async (text) => {
      const file = join(folder, 'backup.tar');
      await writeFile(file, rawTar([{ name: 'manifest.json', content: text }]));
      return (await readBackup(file)).head;
    },
  },
  "a module's manifest": {
    valid: {
      format: 1,
      id: 'hello',
      api: '^1.0.0',
      summary: 'Says hello.',
      requires: [],
      provides: { client: [], server: [] },
      operations: [
        {
          id: 'hello.say',
          summary: 'Say hello',
          effect: 'read',
          idempotent: true,
          runsAt: 'client',
          access: 'anyone',
          planned: false,
          list: false,
          rendered: false,
          input: { properties: { name: { type: 'string' } } },
          cli: {
            name: 'hello say',
            flags: { name: 'name' },
            examples: [{ command: 'svc hello say', text: 'x' }],
          },
        },
      ],
      machines: [
        {
          id: 'hello.poll',
          summary: 'A poll',
          initial: 'open',
          states: { open: 'Open' },
          events: { close: 'Close' },
          transitions: [{ from: 'open', event: 'close', to: 'open' }],
        },
      ],
      contributes: [{ point: 'kernel.locators', id: 'x', data: {} }],
      errors: [{ code: 'x', status: 400, exit: 3, title: 'X' }],
    },
    read: (text) => parseManifest(text, 'manifest.json'),
    refusal: (error) => (error as Error).message.startsWith('manifest.json'),
  },
};

const clean = (): void => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect({}).not.toHaveProperty('polluted');
  expect([]).not.toHaveProperty('polluted');
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-hostile-'));
});

afterAll(() => rm(folder, { recursive: true }));

afterEach(clean);

describe.each(Object.entries(readers))('%s', (_name, { valid, read, refusal = isSvcError }) => {
  /** A text is read or refused; anything else is a bug. */
  const survives = async (text: string): Promise<void> => {
    try {
      await read(text);
    } catch (error) {
      if (!refusal(error)) throw error;
    }
  };

  it('is read when it is well', async () => {
    await read(JSON.stringify(valid));
  });

  it.each(Object.entries(jsonTexts))('survives %s', async (_what, text) => {
    await survives(text);
  });

  it('survives anything in place of each of its parts', async () => {
    for (const document of mutations(valid)) await survives(JSON.stringify(document));
  });

  it('survives any JSON, and any text', async () => {
    const key = fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'toString', ...Object.keys(valid as object)),
      fc.string(),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        tie('object'),
      ),
      object: fc.dictionary(key, tie('value')),
    }));
    await fc.assert(
      fc.asyncProperty(value, (document) => survives(JSON.stringify(document))),
      { numRuns: rounds(100, 5_000) },
    );
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary' }), survives), {
      numRuns: rounds(100, 5_000),
    });
  });
});

describe('the head of SKILL.md', () => {
  const head = 'name: greet\ndescription: Use when greeting.';
  const bomb = Array.from(
    { length: 9 },
    (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join(', ')}]`,
  ).join('\n');
  const texts: Readonly<Record<string, string>> = {
    'a bomb of aliases': `---\n${head}\nl0: &l0 [x]\n${bomb}\n---\n`,
    'a merge key': `---\n${head}\na: &a {x: 1}\nb: {<<: *a}\n---\n`,
    'many keys': `---\n${head}\n${Array.from({ length: 6_000 }, (_, at) => `k${at}: 1`).join('\n')}\n---\n`,
    'more keys than allowed': `---\n${head}\n${Array.from({ length: 60_000 }, (_, at) => `k${at}: 1`).join('\n')}\n---\n`,
    'a megabyte in one value': `---\n${head}\nx: ${'a'.repeat(1_000_000)}\n---\n`,
    'deep nesting': `---\n${head}\nx: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n---\n`,
    'nesting by indentation': `---\n${head}\n${Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')}\n---\n`,
    'a prototype': `---\n${head}\n__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}\n---\n`,
    'a function': `---\n${head}\nx: !!js/function "function () { return 1 }"\n---\n`,
    'two documents': `---\n${head}\n---\n---\nname: other\n---\n`,
    'no end': `---\n${head}\n`,
    'a byte order mark within': `---\n\uFEFF${head}\n---\n`,
    'carriage returns only': `---\r${head.replace('\n', '\r')}\r---\r`,
    'a zero byte': `---\nname: "gr\\0eet"\ndescription: "\u0000"\n---\n`,
    'a directive': `%YAML 1.1\n---\n${head}\nx: no\n---\n`,
    'line separators': `---\n${head}\nx: "\u2028\u2029\u0085"\n---\n`,
  };

  it.each(Object.entries(texts))('survives %s', async (_what, text) => {
    await plugin({ 'skills/greet/SKILL.md': text });
  });

  it('survives any text', async () => {
    const yaml = fc.array(
      fc.constantFrom(
        'a: ',
        '- ',
        '{',
        '}',
        '[',
        ']',
        '&a ',
        '*a',
        '!!x ',
        '? ',
        ': ',
        '"',
        "'",
        '|\n',
        '>\n',
        '\n',
        '\t',
        '#',
        '---\n',
        'name: greet\n',
        '__proto__: ',
        '<<: ',
      ),
    );
    const texts = fc.oneof(
      yaml.map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    const survives = (text: string) =>
      plugin({ 'skills/greet/SKILL.md': `---\n${head}\n${text}\n---\n` });
    await fc.assert(fc.asyncProperty(texts, survives), { numRuns: rounds(300, 20_000) });
  });
});

describe('.svcignore', () => {
  it.each([
    '!',
    '[',
    '[]a]',
    '\\',
    '**'.repeat(1000),
    '(a+)+$',
    '{a,b',
    `${'*a'.repeat(30)}b`,
    '/'.repeat(5000),
    '\u0000',
    '__proto__',
    '#',
  ])('survives %.20s', async (pattern) => {
    await plugin({
      '.svcignore': `${pattern}\n`,
      [`${'a'.repeat(100)}.md`]: 'x',
      'docs/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaac': 'x',
    });
  });
});
