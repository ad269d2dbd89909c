import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkPlugin } from './check-plugin.js';
import { pluginFiles, skillText } from './testing/plugin-files.js';

const check = (
  fields: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, string>> = {},
) => checkPlugin({ files: pluginFiles(texts, fields) });
const raw = (text: string) =>
  checkPlugin({ files: pluginFiles({ '.svc-plugin/plugin.json': text }) });

describe('the manifest', () => {
  it.each([
    ['{"name": "acme/tools", "version": "1.0.0"', 1, /close brace expected/],
    ['{\n"name": 1,\n}', 3, /not valid JSON/],
    ['// note\n{}', 1, /not valid JSON/],
    ['', 1, /not valid JSON|empty/],
    ['[]', 1, /must be an object/],
    ['{"version": "1.0.0",\n "version": "2.0.0"}', 2, /"version" occurs twice/],
    [`{"a": ${'['.repeat(5000)}${']'.repeat(5000)}}`, 1, /nests deeper/],
  ])('is refused as %s', (text, line, message) => {
    expect(raw(text.slice(0, 20_000)).errors[0]).toMatchObject({
      file: '.svc-plugin/plugin.json',
      line,
      message: expect.stringMatching(message) as unknown,
    });
  });

  it.each([
    [{ name: 'tools' }, 'name', /form <workspace>/],
    [{ name: 'a/b/c' }, 'name', /form <workspace>/],
    [{ name: 'acme/-x' }, 'name', /single hyphens/],
    [{ name: `acme/${'a'.repeat(91)}` }, 'name', /at most 90/],
    [{ name: 'constructor/x' }, 'name', /reserved/],
    [{ name: '00000000-0000-4000-8000-000000000000/x' }, 'name', /looks like an id/],
    [{ name: ['acme/x'] }, 'name', /must be a string, not an array/],
    [{ version: 'v1.0.0' }, 'version', /semantic version/],
    [{ version: '1.0' }, 'version', /semantic version/],
    [{ version: 1 }, 'version', /must be a string, not a number/],
    [{ description: ' ' }, 'description', /must not be empty/],
    [{ private: 'true' }, 'private', /true or false/],
    [{ rules: '../rules' }, 'rules', /inside the plugin/],
    [{ rules: '/etc' }, 'rules', /inside the plugin/],
    [{ rules: 'a\\b' }, 'rules', /inside the plugin/],
    [{ rules: 'gone' }, 'rules', /does not exist/],
    [{ rules: ['gone.md'] }, 'rules[0]', /does not exist/],
    [{ rules: ['a.txt'] }, 'rules[0]', /end in ".md"/],
    [{ rules: {} }, 'rules', /string or a list/],
    [{ skills: 'gone' }, 'skills', /does not exist/],
    [{ skills: ['gone'] }, 'skills[0]', /does not exist/],
    [{ mcpServers: 'other.json' }, 'mcpServers', /only be/],
    [{ mcpServers: {} }, 'mcpServers', /must be a string/],
    [{ docs: 'gone.md' }, 'docs', /does not ship/],
    [{ hooks: [] }, 'hooks', /must be an object/],
    [{ hooks: { PreToolUs: [] } }, 'hooks.PreToolUs', /Did you mean "PreToolUse"/],
    [{ hooks: { Stop: {} } }, 'hooks.Stop', /must be a list/],
    [{ hooks: { Stop: [{}] } }, 'hooks.Stop[0]', /lacks "hooks"/],
    [
      { hooks: { Stop: [{ hooks: [{ command: 'x' }] }] } },
      'hooks.Stop[0].hooks[0]',
      /lacks "type"/,
    ],
    [
      { hooks: { Stop: [{ hooks: [{ type: 'command' }] }] } },
      'hooks.Stop[0].hooks[0]',
      /lacks "command"/,
    ],
    [
      { hooks: { Stop: [{ hooks: [{ type: 'prompt', command: 'x' }] }] } },
      'hooks.Stop[0].hooks[0].type',
      /only be "command"/,
    ],
    [
      { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'x', args: 'y' }] }] } },
      'hooks.Stop[0].hooks[0].args',
      /must be a list/,
    ],
    [
      { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'x', env: { A: 1 } }] }] } },
      'hooks.Stop[0].hooks[0].env.A',
      /must be a string or an object/,
    ],
    [
      {
        hooks: {
          Stop: [{ hooks: [{ type: 'command', command: 'x', env: { A: { from: 'B' } } }] }],
        },
      },
      'hooks.Stop[0].hooks[0].env.A',
      /"fromEnv"/,
    ],
    [
      { hooks: { PreToolUse: [{ matcher: '(', hooks: [] }] } },
      'hooks.PreToolUse[0].matcher',
      /regular expression/,
    ],
    [{ nativeHooks: { codex: 'x' } }, 'nativeHooks.codex', /object or a list/],
    [
      { nativeHooks: { codex: [{ run: '${SVC_PLUGIN_DIR}/../x' }] } },
      'nativeHooks.codex[0].run',
      /leaves the plugin/,
    ],
    [
      { nativeHooks: { codex: { run: '${SVC_PLUGIN_DIR}/gone' } } },
      'nativeHooks.codex.run',
      /does not ship/,
    ],
  ])('is refused with %j', (fields, field, message) => {
    const { errors, contents } = check(fields);
    expect(contents).toBeUndefined();
    expect(errors).toMatchObject([
      {
        file: '.svc-plugin/plugin.json',
        field,
        message: expect.stringMatching(message) as unknown,
      },
    ]);
    expect(errors[0]?.line).toBeGreaterThan(1);
  });

  it('takes full semantic versions', () => {
    expect(check({ version: '1.0.0-rc.1+build.5' }).contents?.manifest.version).toBe(
      '1.0.0-rc.1+build.5',
    );
  });

  it('keeps unknown keys, and those of prototypes as plain data', () => {
    const { contents } = raw(
      '{"name": "acme/tools", "version": "1.0.0", "description": "x", "__proto__": {"polluted": 1}, "x": [1]}',
    );
    expect(Object.keys(contents?.manifest.extra ?? {})).toEqual(['__proto__', 'x']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('finds components where it says', () => {
    const texts = {
      'a/x.md': 'X',
      'a/sub/no.md': 'N',
      'b/y.md': 'Y',
      's/one/SKILL.md': skillText('one'),
      'two/SKILL.md': skillText('two'),
    };
    const folders = check({ rules: './a/', skills: 's' }, texts).contents;
    expect([
      folders?.rules.map(({ path }) => path),
      folders?.skills.map(({ path }) => path),
    ]).toEqual([['a/x.md'], ['s/one']]);
    const lists = check(
      { rules: ['./b/y.md', 'a/x.md'], skills: ['./two', 's/one/'] },
      texts,
    ).contents;
    expect([lists?.rules.map(({ path }) => path), lists?.skills.map(({ path }) => path)]).toEqual([
      ['a/x.md', 'b/y.md'],
      ['s/one', 'two'],
    ]);
  });

  it('may name its own folder as a skill, in a list', () => {
    expect(
      check({ skills: ['./'] }, { 'SKILL.md': skillText('root') }).contents?.skills,
    ).toMatchObject([{ name: 'root', path: '.' }]);
    expect(check({ skills: './' }, { 'SKILL.md': skillText('root') }).errors).toMatchObject([
      { message: expect.stringContaining('["./"]') as unknown },
    ]);
  });

  it('warns of a matcher without effect', () => {
    const { warnings, errors } = check({ hooks: { Stop: [{ matcher: '*', hooks: [] }] } });
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([{ field: 'hooks.Stop[0].matcher' }]);
  });

  it('of any JSON is accepted or refused with a place, and pollutes nothing', () => {
    const key = fc.constantFrom(
      'name',
      'version',
      'description',
      'private',
      'rules',
      'skills',
      'mcpServers',
      'hooks',
      'nativeHooks',
      'docs',
      '__proto__',
      'x',
    );
    fc.assert(
      fc.property(
        fc.dictionary(
          key,
          fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constant('acme/tools'), fc.constant('1.0.0')),
        ),
        (fields) => {
          const { contents, errors } = raw(JSON.stringify(fields));
          expect(contents === undefined).toBe(errors.length > 0);
          expect(errors.every(({ file }) => file !== undefined)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('of any text is accepted or refused', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '1', '\\', '\n') }),
        (a, b) => {
          expect(raw(a + b).contents).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('.mcp.json', () => {
  const servers = (text: string) => checkPlugin({ files: pluginFiles({ '.mcp.json': text }) });
  const one = (server: unknown) => servers(JSON.stringify({ mcpServers: { 'my-db': server } }));

  it('is read in both forms', () => {
    const env = { A: 'b' };
    expect(
      one({ type: 'stdio', command: 'c', args: ['-x'], env }).contents?.toolServers.get('my-db'),
    ).toEqual({
      type: 'stdio',
      command: 'c',
      args: ['-x'],
      env,
    });
    expect(
      one({ type: 'http', url: 'https://x.example' }).contents?.toolServers.get('my-db'),
    ).toEqual({
      type: 'http',
      url: 'https://x.example',
      headers: {},
    });
  });

  it('keeps a server that is named like a part of every object', () => {
    const { contents } = servers(
      '{"mcpServers": {"__proto__": {"type": "stdio", "command": "c"}, "hasOwnProperty": {"type": "stdio", "command": "c"}}}',
    );
    expect([...(contents?.toolServers.keys() ?? [])]).toEqual(['__proto__', 'hasOwnProperty']);
  });

  it('of what is about to be published has a known type for every server, and is there when the manifest names it', () => {
    const strict = (
      texts: Readonly<Record<string, string>>,
      extra: Readonly<Record<string, unknown>> = {},
    ) =>
      checkPlugin({ files: pluginFiles(texts, extra), strict: true }).errors.map(
        ({ file, line, field, message }) => [file, line, field, message],
      );
    const file = (server: object) => ({
      '.mcp.json': `{"mcpServers": {\n"my-db": ${JSON.stringify(server)}}}`,
    });
    const url = 'https://x.example';
    expect(strict(file({ type: 'http', url }), { mcpServers: './.mcp.json' })).toEqual([]);
    expect(strict(file({ type: 'sse', url }))).toEqual([
      [
        '.mcp.json',
        2,
        'mcpServers.my-db.type',
        'Tool servers of type "sse" are not supported ("stdio" and "http" are).',
      ],
    ]);
    for (const [fields, type] of [
      [{ url }, 'http'],
      [{ command: 'c' }, 'stdio'],
    ] as const) {
      const message = `"mcpServers.my-db" lacks "type": "${type}"; not every agent guesses the same.`;
      expect(strict(file(fields))).toEqual([['.mcp.json', 2, 'mcpServers.my-db', message]]);
    }
    expect(strict({}, { mcpServers: '.mcp.json' })).toEqual([
      [
        '.svc-plugin/plugin.json',
        5,
        'mcpServers',
        'The file ".mcp.json" does not ship with the plugin.',
      ],
    ]);
  });

  it('of what others have published may be missing, have unknown types, which are skipped, and no type, which is guessed, with warnings', () => {
    const { contents, warnings } = checkPlugin({
      files: pluginFiles({}, { mcpServers: '.mcp.json' }),
    });
    expect([contents?.toolServers.size, warnings.length]).toEqual([0, 1]);
    const unknown = one({ type: 'sse', url: 'https://x.example' });
    expect([unknown.contents?.toolServers.size, unknown.warnings.length]).toEqual([0, 1]);
    const missing = one({ command: 'c' });
    expect(missing.contents?.toolServers.get('my-db')).toMatchObject({ type: 'stdio' });
    expect(missing.warnings).toMatchObject([{ file: '.mcp.json', field: 'mcpServers.my-db' }]);
  });

  it.each([
    ['{}', /lacks "mcpServers"/],
    ['{"mcpServers": []}', /must be an object/],
    ['{"mcpServers": {"a": 1}}', /must be an object/],
    ['{"mcpServers": {"a": {}}}', /needs "type"/],
    ['{"mcpServers": {"a": {"type": "stdio"}}}', /lacks "command"/],
    [
      '{"mcpServers": {"a": {"type": "stdio", "command": "c", "args": [1]}}}',
      /args\[0\]" must be a string/,
    ],
    [
      '{"mcpServers": {"a": {"type": "stdio", "command": "c", "env": {"A": 1}}}}',
      /env.A" must be a string/,
    ],
    ['{"mcpServers": {"a": {"type": "http"}}}', /lacks "url"/],
    ['{"mcpServers": {"a": {"type": "http", "url": "file:///etc/passwd"}}}', /http or https/],
    ['{"mcpServers": {"a": {"type": "http", "url": "nowhere"}}}', /http or https/],
    ['{', /not valid JSON/],
  ])('is refused as %s', (text, message) => {
    expect(servers(text).errors).toMatchObject([
      { file: '.mcp.json', message: expect.stringMatching(message) as unknown },
    ]);
  });
});
