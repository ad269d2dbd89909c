import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSvcError, type ErrorIssue } from 'svc-registry/kernel';
import { rulesText } from '../wiring/rules-file.js';
import { withBlock } from '../wiring/ignore-files.js';
import { nameSkills } from '../wiring/skill-names.js';
import { noManagedFiles } from './managed-files.js';
import { lockText, parseLock, type LockedPlugin } from './lock-file.js';
import { isPluginName, isSafeRelative } from './paths.js';
import { ProjectManifest } from './project-manifest.js';
import { validVersion } from './versions.js';

const texts = [
  '{}',
  '{\n}\n',
  '{"name":"x"}',
  '{\r\n  "name": "x",\r\n  "verify": { "groups": {} },\r\n  "dependencies": {}\r\n}\r\n',
  '{\n\t"dependencies": {\n\t\t"own/kept": {"version": "1.0.0", "x": 1}\n\t},\n\t"schedules": {}\n}',
  '{ "dependencies": { "own/kept": { "source": "file:plugins/kept" } } }',
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function problemsOf(text: string): readonly ErrorIssue[] {
  try {
    ProjectManifest.parse(text);
    return [];
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return error.issues;
  }
}

describe('svc.json', () => {
  it('returns to its own bytes after any additions and removals', () => {
    const names = fc.constantFrom('acme/one', 'acme/two', 'other/one');
    const steps = fc.array(
      fc.record({ name: names, add: fc.boolean(), version: fc.constantFrom('1.0.0', 'latest') }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...texts.filter((text) => text.includes('dependencies'))),
        steps,
        (text, edits) => {
          let manifest = ProjectManifest.parse(text);
          for (const { name, add, version } of edits) {
            const dependency = { version, source: undefined, skills: undefined };
            manifest = add
              ? manifest.withDependency(name, dependency)
              : manifest.withoutDependency(name);
          }
          for (const { name } of edits) manifest = manifest.withoutDependency(name);
          expect(manifest.text).toBe(text);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is what the platform takes for JSON, and nothing else', () => {
    const scrap = fc.constantFrom(
      ',',
      '// x\n',
      '/* x */',
      '\uFEFF',
      '\u00A0',
      '01',
      '.5',
      '+1',
      'NaN',
      '\u0000',
      '\t',
      '\\x',
      '"',
      "'",
      '{',
      '}',
      '[1,]',
      ':',
    );
    const edits = fc.array(fc.record({ at: fc.nat(120), cut: fc.nat(2), put: scrap }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.constantFrom(...texts), edits, (text, changes) => {
        const damaged = changes.reduce(
          (now, { at, cut, put }) => now.slice(0, at) + put + now.slice(at + cut),
          text,
        );
        const problems = problemsOf(damaged);
        const unsound = problems.some(({ message }) =>
          /not valid JSON|byte order mark|is empty/.test(message),
        );
        expect({ damaged, unsound }).toEqual({ damaged, unsound: !isJson(damaged) });
        for (const problem of problems)
          expect(problem).toMatchObject({
            file: 'svc.json',
            line: expect.any(Number),
            column: expect.any(Number),
          });
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [
      'a trailing comma',
      '{\n  "name": "x",\n}\n',
      { line: 2, column: 14, message: /a comma after the last entry/ },
    ],
    [
      'a trailing comma in a list',
      '{\n  "agents": ["agents",]\n}\n',
      { line: 2, column: 22, message: /a comma after the last entry/ },
    ],
    [
      'a comment',
      '{\n  // ours\n  "name": "x"\n}\n',
      { line: 2, column: 3, message: /comments are not allowed/ },
    ],
    [
      'a byte order mark',
      '\uFEFF{"name": "x"}\n',
      { line: 1, column: 1, message: /byte order mark/ },
    ],
    ['single quotes', "{'name': 'x'}\n", { line: 1, column: 2, message: /is not valid JSON/ }],
    [
      'a key twice',
      '{"name": "x",\n "name": "y"}\n',
      { line: 2, column: 10, message: /is there twice/ },
    ],
    [
      'a merge conflict',
      '{\n<<<<<<< HEAD\n  "name": "x"\n}\n',
      { line: 2, column: 1, message: /is not valid JSON/ },
    ],
    ['nothing in it', '', { line: 1, column: 1, message: /is empty/ }],
  ])('with %s is refused with its place', (_what, text, { message, ...place }) => {
    expect(problemsOf(text)[0]).toMatchObject({
      file: 'svc.json',
      ...place,
      message: expect.stringMatching(message),
    });
  });

  it.each(texts)('takes a dependency, a mode and agents: %j', (text) => {
    const dependency = { version: '1.0.0', source: undefined, skills: ['a'] };
    const manifest = ProjectManifest.parse(text)
      .withDependency('acme/one', dependency)
      .with('mode', 'managed')
      .with('agents', ['agents']);
    expect(manifest).toMatchObject({ mode: 'managed', agents: ['agents'] });
    expect(manifest.dependencies.get('acme/one')).toEqual(dependency);
  });

  it('keeps unknown keys of a dependency', () => {
    const text =
      '{"dependencies": {"a/b": {"version": "1.0.0", "note": "why", "include": {"skills": ["x"], "rules": ["y"]}}}}';
    const next = ProjectManifest.parse(text).withDependency('a/b', {
      version: '2.0.0',
      source: undefined,
      skills: undefined,
    });
    expect(JSON.parse(next.text)).toEqual({
      dependencies: { 'a/b': { version: '2.0.0', include: { rules: ['y'] }, note: 'why' } },
    });
  });
});

describe('svc-lock.json', () => {
  const plugin: LockedPlugin = {
    version: '1.0.0',
    source: 'registry',
    integrity: `sha256-${'A'.repeat(43)}=`,
    skills: [],
    rules: [],
  };

  it('reads what it wrote, unknown keys too', () => {
    const lock = {
      plugins: new Map([['acme/one', plugin]]),
      managedFiles: {
        links: new Map([['.claude/skills/x', '.svc/plugins/acme/one/skills/x']]),
        references: new Map([['CLAUDE.md', '@.svc/RULES.md\n']]),
        toolServers: new Map([['.mcp.json', new Map([['svc', '{}']])]]),
        hooks: new Map([['.claude/settings.json', new Map([['Stop', ['{}']]])]]),
        made: new Map([['.mcp.json', ['file', 'content', '/mcpServers']]]),
      },
      unknown: { later: { a: 1 } },
    };
    expect(parseLock(lockText(lock))).toEqual(lock);
  });

  it('answers one clear error to anything else', () => {
    const good = lockText({
      plugins: new Map([['acme/one', plugin]]),
      managedFiles: noManagedFiles,
      unknown: {},
    });
    fc.assert(
      fc.property(
        fc.nat(good.length),
        fc.nat(20),
        fc.string({ maxLength: 8 }),
        (at, length, put) => {
          const text = good.slice(0, at) + put + good.slice(at + length);
          try {
            parseLock(text);
          } catch (error) {
            if (!isSvcError(error)) throw error;
            expect(error.issues[0]).toMatchObject({
              file: 'svc-lock.json',
              line: expect.any(Number),
            });
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each([
    ['plugins', '{"lockVersion": 1, "plugins": []}'],
    ['written', '{"lockVersion": 1, "written": "x"}'],
    ['written.links', '{"lockVersion": 1, "written": {"links": []}}'],
    ['written.hooks["a.json"]', '{"lockVersion": 1, "written": {"hooks": {"a.json": 1}}}'],
  ])('takes nothing else for an object: %s', (field, text) => {
    expect(() => parseLock(text)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ field, line: 1 })] }),
    );
  });

  it('tells once that the text ends too early', () => {
    expect(() => parseLock('{"lockVersion": 1, "plugins": {')).toThrow(
      expect.objectContaining({ issues: [expect.anything()] }),
    );
  });

  it('names a newer format', () => {
    expect(() => parseLock('{"lockVersion": 2, "plugins": 7}')).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({
            field: 'lockVersion',
            message: expect.stringContaining('newer svc'),
          }),
        ],
      }),
    );
  });
});

describe('the block of .gitignore', () => {
  it.each([
    '',
    'node_modules\n',
    'node_modules',
    'a\r\nb\r\n',
    'a\r\nb',
    '# svc\n\n',
    '\n',
    undefined,
  ])('comes and goes without a trace: %j', (text) => {
    const block = withBlock(text, ['.claude/skills/b', '.claude/skills/a']);
    expect(block).toContain('/.claude/skills/a');
    const other = withBlock(block, ['.claude/skills/c']);
    expect(other).not.toContain('skills/a');
    expect(withBlock(other, [])).toBe(text);
    expect(withBlock(`${block}${block?.endsWith('\n') === true ? '' : '\n'}after\n`, [])).toMatch(
      /^(?:[^]*\n)?after\n$/,
    );
  });

  it('takes no name for a pattern', () => {
    expect(withBlock('', ['.claude/skills/a*[b]!'])).toContain('/.claude/skills/a\\*\\[b\\]\\!\n');
  });
});

describe('.svc/RULES.md', () => {
  it('takes the name of a rule for text and its path for a path', () => {
    const rules = [{ name: 'a [b](c) `d`', path: 'rules/a [b](c) `d`.md' }];
    const text = rulesText(
      new Map([
        ['acme/x', { version: '1.0.0', source: 'registry', integrity: '', skills: [], rules }],
      ]),
    );
    expect(text).toContain('## acme/x — a \\[b\\](c) \\`d\\`\n');
    expect(text).toContain('(plugins/acme/x/rules/a%20%5Bb%5D%28c%29%20%60d%60.md)\n');
    expect(text).toContain('@plugins/acme/x/rules/a\\ [b](c)\\ `d`.md ');
  });
});

describe('names', () => {
  const parts = (...names: string[]) => names.map((name) => ({ name, path: `skills/${name}` }));
  const locked = (...names: string[]): LockedPlugin => ({
    version: '1.0.0',
    source: 'registry',
    integrity: '',
    skills: parts(...names),
    rules: [],
  });

  it('of links never clash and do not depend on the order', () => {
    const entries: [string, LockedPlugin][] = [
      ['acme/one', locked('review', 'only')],
      ['acme/two', locked('Review')],
      ['other/one', locked('review')],
    ];
    const links = (order: typeof entries) =>
      nameSkills(new Map(order), new Map()).map(({ link }) => link);
    expect(links(entries)).toEqual(['acme-one-review', 'only', 'two-Review', 'other-one-review']);
    expect([...links([...entries].reverse())].sort()).toEqual([...links(entries)].sort());
  });

  it.each(['acme/tools', 'a/b', 'a-1/b-2'])('of plugins: %s', (name) => {
    expect(isPluginName(name)).toBe(true);
  });
  it.each([
    'acme',
    'acme/',
    '/x',
    'a/b/c',
    'A/b',
    'a--b/c',
    '-a/b',
    'a/..',
    '../a',
    'a/b\u0000',
    `${'a'.repeat(101)}/b`,
  ])('not of plugins: %j', (name) => {
    expect(isPluginName(name)).toBe(false);
  });
  it.each(['../x', '/x', 'a/../b', 'a//b', 'a\\b', 'C:/x', '', '.', 'a\u0000'])(
    'not of paths inside: %j',
    (path) => {
      expect(isSafeRelative(path)).toBe(false);
    },
  );
  it.each(['1.0.0', '1.0.0-rc.1', '1.2.3+build.5', '10.20.30'])('of versions: %s', (version) => {
    expect(validVersion(version)).toBe(true);
  });
  it.each(['1', '1.0', 'v1.0.0', '^1.0.0', '01.0.0', '1.0.0-', '1.0.0-01', 'latest', ''])(
    'not of versions: %j',
    (version) => {
      expect(validVersion(version)).toBe(false);
    },
  );
});
