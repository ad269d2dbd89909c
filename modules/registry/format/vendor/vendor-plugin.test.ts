import { describe, expect, it } from '@jest/globals';
import { converted, leftOutOf, textIn, type Texts } from './testing/vendor-plugin.js';

const CLAUDE = '.claude-plugin/plugin.json';
const skill = (name: string, body = 'Do it.'): string =>
  `---\nname: ${name}\ndescription: Use for ${name}.\n---\n${body}\n`;

describe('a plugin of Claude Code', () => {
  const plugin = converted({
    [CLAUDE]: { name: 'tools', version: '1.2.3', description: 'Tools.', license: 'MIT' },
    'skills/a/SKILL.md': skill('a', 'Run ${CLAUDE_PLUGIN_ROOT}/x.sh in ${CLAUDE_SKILL_DIR}.'),
    'skills/a/data.bin': '\0\u0001',
    'commands/git/commit.md':
      '---\ndescription: Commits\nargument-hint: "[what]"\n---\nCommit $ARGUMENTS.\n',
    'agents/reviewer.md': '---\nname: reviewer\ndescription: Reviews.\n---\nReview.\n',
    'rules/not-theirs.md': 'x',
    'output-styles/loud.md': 'LOUD',
    'CLAUDE.md': 'mine',
    '.env': 'SECRET=1',
    'node_modules/a/index.js': '1',
    'node_modules/b/index.js': '2',
    '.git/config': 'x',
    '.github/workflows/ci.yml': 'on: push',
    '.gitignore': 'dist',
  });
  const { contents } = plugin;

  it('has a manifest of ours with the fields that describe it', () => {
    expect(plugin.form).toBe(CLAUDE);
    expect(contents.manifest).toMatchObject({
      name: 'acme-repo/tools',
      version: '1.2.3',
      description: 'Tools.',
      extra: { license: 'MIT' },
    });
  });

  it('keeps its skills, and commands become skills', () => {
    expect(contents.skills.map(({ name, path }) => [name, path])).toEqual([
      ['a', 'skills/a'],
      ['git-commit', 'skills/git-commit'],
    ]);
    expect(textIn(plugin, 'skills/git-commit/SKILL.md')).toBe(
      '---\nname: git-commit\ndescription: Commits\nargument-hint: "[what]"\n---\nCommit $ARGUMENTS.\n',
    );
    expect(textIn(plugin, 'skills/a/data.bin')).toBe('\0\u0001');
    expect(textIn(plugin, 'commands/git/commit.md')).toContain('Commit $ARGUMENTS');
  });

  it('has sub-agents, and no rules that its vendor does not know', () => {
    expect(contents.subagents).toEqual([{ name: 'reviewer', path: 'agents/reviewer.md' }]);
    expect(contents.rules).toEqual([]);
  });

  it('says where its folder is in texts that agents read, and names these files', () => {
    expect(textIn(plugin, 'skills/a/SKILL.md')).toContain(
      'Run .svc/plugins/acme-repo/tools/x.sh in .svc/plugins/acme-repo/tools/skills/a.',
    );
    expect(contents.warnings).toContainEqual(
      expect.objectContaining({ file: 'skills/a/SKILL.md' }),
    );
  });

  it('names what it loses, and ships what only looks like version control', () => {
    expect(leftOutOf(plugin).sort()).toEqual([
      '.env: files of this name ship only if .svcignore re-includes them with "!"',
      'CLAUDE.md: files of this name never ship',
      'node_modules/: files of this name ship only if .svcignore re-includes them with "!"',
      'output-styles/: other agents have no output styles: the files ship, and no agent reads them by itself',
    ]);
    expect(textIn(plugin, '.github/workflows/ci.yml')).toBe('on: push');
    expect(textIn(plugin, '.gitignore')).toBe('dist');
  });
});

describe('skills', () => {
  it('of the manifest come beside those of the folder, and one at the top stands alone', () => {
    const both = converted({
      [CLAUDE]: { name: 'x', skills: ['./more/b', './more/none'] },
      'skills/a/SKILL.md': skill('a'),
      'more/b/SKILL.md': skill('b'),
      'skills/group/c/SKILL.md': skill('c'),
    });
    expect(both.contents.skills.map(({ path }) => path)).toEqual(['more/b', 'skills/a']);
    expect(leftOutOf(both)).toEqual([
      'skills/group/c/: it is deeper in "skills" than skills of this form are',
      'more/none/: there is no SKILL.md in it',
    ]);
    const top = converted({ [CLAUDE]: { name: 'x' }, 'SKILL.md': skill('x') });
    expect(top.contents.skills).toMatchObject([{ name: 'x', path: '.' }]);
  });

  it('of an entry are all that it means', () => {
    const { form, contents } = converted(
      { 'skills/a/SKILL.md': skill('a'), 'skills/b/SKILL.md': skill('b') },
      {
        entry: { name: 'x', description: 'From the entry.', strict: false, skills: ['./skills/b'] },
      },
    );
    expect(form).toBe('marketplace');
    expect(contents.manifest.description).toBe('From the entry.');
    expect(contents.skills.map(({ name }) => name)).toEqual(['b']);
  });

  it.each([
    ['no front matter', '# Title\n\nText.\n', { name: 'a-skill', description: 'Title' }],
    ['no name', '---\ndescription: D.\n---\nx', { name: 'a-skill', description: 'D.' }],
    [
      'a name with spaces',
      '---\nname: My Skill\ndescription: D.\n---\nx',
      { name: 'my-skill', description: 'D.' },
    ],
    [
      'no description',
      '---\nname: s\n---\nFirst words.\n',
      { name: 's', description: 'First words.' },
    ],
    [
      'an anchor',
      '---\nname: &a s\ndescription: *a\n---\nBody words',
      { name: 'a-skill', description: 'Body words' },
    ],
  ])('with %s are mended', (_what, text, card) => {
    const { contents } = converted({
      [CLAUDE]: { name: 'x' },
      'skills/A_Skill/SKILL.md': text,
    });
    expect(contents.skills).toEqual([{ ...card, path: 'skills/A_Skill' }]);
    expect(contents.warnings[0]).toMatchObject({ file: 'skills/A_Skill/SKILL.md' });
  });

  it('keep their bytes where agents can read them, unless the plugin is to be published', () => {
    const text = '---\ndescription: D.\n---\nx';
    const path = 'skills/a-skill/SKILL.md';
    const texts = { [CLAUDE]: { name: 'x' }, [path]: text };
    expect(textIn(converted(texts), path)).toBe(text);
    expect(textIn(converted(texts, { publishable: true }), path)).toContain('name: a-skill');
    const silent = { ...texts, [path]: '# Title\n' };
    expect(textIn(converted(silent), path)).toContain('description: Title');
  });

  it('of one name are told apart by their folders', () => {
    const { contents } = converted({
      [CLAUDE]: { name: 'x' },
      'skills/a/SKILL.md': skill('same'),
      'skills/b/SKILL.md': skill('same'),
    });
    expect(contents.skills.map(({ name }) => name)).toEqual(['same', 'b']);
  });

  it('that are no text are left out', () => {
    const plugin = converted({ [CLAUDE]: { name: 'x' }, 'skills/a/SKILL.md': '\0\0' });
    expect(plugin.contents.skills).toEqual([]);
    expect(leftOutOf(plugin)).toEqual([expect.stringMatching(/^skills\/a\/: /)]);
  });
});

describe('commands', () => {
  it('whose name a skill has get another one', () => {
    const { contents } = converted({
      [CLAUDE]: { name: 'x' },
      'skills/go/SKILL.md': skill('go'),
      'commands/go.md': 'Go on.',
    });
    expect(contents.skills.map(({ name }) => name)).toEqual(['go', 'go-command']);
  });

  it('may be a map in the manifest', () => {
    const plugin = converted({
      [CLAUDE]: {
        commands: {
          about: { source: './ABOUT.md', description: 'Tells.', argumentHint: '[x]' },
          hi: { content: 'Say hi.' },
          broken: 7,
        },
      },
      'ABOUT.md': 'About.',
    });
    expect(plugin.contents.skills).toMatchObject([
      { name: 'about', description: 'Tells.' },
      { name: 'hi', description: 'Say hi.' },
    ]);
    expect(leftOutOf(plugin)).toEqual([
      `"commands.broken" (${CLAUDE}:11): it names no file of the plugin and holds no text`,
    ]);
  });
});

describe('an extension of Gemini CLI', () => {
  const plugin = converted({
    'gemini-extension.json': {
      name: 'ext',
      version: '2.0.0',
      contextFileName: ['GEMINI.md', 'docs/more.md', 'gone.md'],
      mcpServers: {
        local: {
          command: 'node',
          args: ['${extensionPath}${/}server.js'],
          cwd: '${extensionPath}',
        },
        far: { httpUrl: 'https://example.com/mcp', trust: true },
        old: { type: 'sse', url: 'https://example.com/sse' },
      },
      excludeTools: ['run_shell_command'],
    },
    'GEMINI.md': 'Be kind.\n@./skills/a/SKILL.md\n',
    'docs/more.md': 'More.',
    'skills/a/SKILL.md': skill('a'),
    'commands/gcs/sync.toml': 'description = "Syncs"\nprompt = """\nSync {{args}} now.\n"""\n',
    'commands/bad.toml': 'prompt = ',
    'server.js': '1',
  });

  it('has its context as rules, which files of that name cannot be', () => {
    expect(plugin.contents.rules).toEqual([
      { name: 'gemini-context', path: 'rules/gemini-context.md' },
      { name: 'more', path: 'rules/more.md' },
    ]);
    expect(textIn(plugin, 'rules/gemini-context.md')).toBe('Be kind.\n@../skills/a/SKILL.md\n');
  });

  it('has its commands as skills', () => {
    expect(textIn(plugin, 'skills/gcs-sync/SKILL.md')).toBe(
      '---\nname: gcs-sync\ndescription: Syncs\n---\n\nSync $ARGUMENTS now.\n',
    );
  });

  it('has its tool servers in our form', () => {
    expect([...plugin.contents.toolServers]).toEqual([
      ['local', expect.objectContaining({ type: 'stdio', args: ['${SVC_PLUGIN_DIR}/server.js'] })],
      ['far', expect.objectContaining({ type: 'http', url: 'https://example.com/mcp' })],
    ]);
    expect(textIn(plugin, '.mcp.json')).toContain('"type": "stdio"');
  });

  it('names what is left out', () => {
    expect(leftOutOf(plugin)).toEqual([
      '"trust" of tool server far: there is no counterpart',
      'tool server old: its type "sse" is neither stdio nor http',
      'gone.md: "contextFileName" names it, and the plugin does not have it',
      expect.stringMatching(/^commands\/bad\.toml: it is not valid TOML/),
      '"excludeTools" (gemini-extension.json:26): plugins do not take tools away',
    ]);
  });
});

describe('a plugin of Cursor', () => {
  it('has rules, also those of other endings', () => {
    const plugin = converted({
      '.cursor-plugin/plugin.json': { name: 'x', agents: './agents/' },
      'rules/style.mdc':
        '---\ndescription: Style\nalwaysApply: false\nglobs: "*.ts"\n---\nBe neat.\n',
      'rules/plain.md': 'Plain.',
      'agents/a.md': '---\ndescription: A.\n---\nA.',
      'agents/none.md': 'No front matter.',
      'mcp.json': { mcpServers: { x: { command: 'node', args: ['server.js', 'other.js'] } } },
      'server.js': '',
    });
    const { rules, subagents, toolServers, warnings } = plugin.contents;
    expect(rules.map(({ path }) => path)).toEqual(['rules/plain.md', 'rules/style.md']);
    expect(subagents).toEqual([{ name: 'a', path: 'agents/a.md' }]);
    expect(toolServers.get('x')).toMatchObject({
      args: ['${SVC_PLUGIN_DIR}/server.js', 'other.js'],
    });
    expect(warnings).toContainEqual(expect.objectContaining({ file: 'rules/style.md' }));
    expect(leftOutOf(plugin)).toEqual([
      'agents/none.md: it has no front matter that says what the sub-agent is for',
    ]);
  });
});

describe('several manifests in one folder', () => {
  it('are read in a fixed order, and complete each other where that is clear', () => {
    const plugin = converted({
      [CLAUDE]: { name: 'x', version: '1.0.0' },
      '.cursor-plugin/plugin.json': { name: 'y', version: '2.0.0', hooks: './hooks/cursor.json' },
      'gemini-extension.json': { name: 'z', contextFileName: 'CONTEXT.md' },
      'CONTEXT.md': 'Context.',
      'rules/r.mdc': 'Rule.',
      'hooks/hooks.json': { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } },
      'hooks/cursor.json': { version: 1, hooks: { stop: [{ command: 'true' }] } },
    });
    expect(plugin.form).toBe(CLAUDE);
    expect(plugin.contents.manifest.version).toBe('1.0.0');
    expect(plugin.contents.rules.map(({ name }) => name)).toEqual(['r']);
    expect(plugin.contents.manifest.hooks).toEqual({
      Stop: [{ hooks: [{ type: 'command', command: 'true' }] }],
    });
    expect(leftOutOf(plugin)).toEqual([
      `hook stop: "hooks.stop[0]" (hooks/cursor.json:5): only .cursor-plugin/plugin.json names it, and ${CLAUDE} comes first`,
      `CONTEXT.md, as a rule: only gemini-extension.json names it, and ${CLAUDE} brings its context by hooks`,
    ]);
  });

  it('stand in for one that cannot be read', () => {
    const plugin = converted({
      [CLAUDE]: '{',
      '.codex-plugin/plugin.json': { name: 'x', skills: './own' },
      'own/deep/a/SKILL.md': skill('a'),
    });
    expect(plugin.form).toBe('.codex-plugin/plugin.json');
    expect(plugin.contents.skills.map(({ name }) => name)).toEqual(['a']);
    expect(leftOutOf(plugin)).toEqual([expect.stringMatching(/not valid JSON/)]);
  });
});

describe('a manifest that is nearly ours', () => {
  it('keeps rules, skills and hooks of single agents', () => {
    const { contents } = converted({
      '.tessl-plugin/plugin.json': {
        name: 'other/name',
        version: '1.0.0',
        description: 'D.',
        hooks: {
          SessionStart: [
            { hooks: [{ type: 'command', command: 'sh', args: ['${TESSL_PLUGIN_DIR}/a.sh'] }] },
          ],
        },
        nativeHooks: {
          gemini: { BeforeModel: [{ hooks: [{ command: '${TESSL_PLUGIN_DIR}/a.sh' }] }] },
          codex: 'wrong',
        },
      },
      'rules/r.md': 'Rule.',
      'a.sh': '#!/bin/sh\n',
    });
    expect(contents.manifest).toMatchObject({
      name: 'acme-repo/tools',
      hooks: {
        SessionStart: [
          { hooks: [{ type: 'command', command: 'sh', args: ['${SVC_PLUGIN_DIR}/a.sh'] }] },
        ],
      },
      nativeHooks: {
        gemini: { BeforeModel: [{ hooks: [{ command: '${SVC_PLUGIN_DIR}/a.sh' }] }] },
      },
    });
    expect(contents.rules).toEqual([{ name: 'r', path: 'rules/r.md' }]);
    expect(contents.leftOut).toEqual([
      {
        what: expect.stringContaining('nativeHooks.codex'),
        why: 'it is no configuration of hooks',
      },
    ]);
  });
});

describe('a plugin of Copilot', () => {
  it.each(['.plugin/plugin.json', '.github/plugin/plugin.json'])('is read by its %s', (path) => {
    const plugin = converted({
      [path]: { name: 'tools', skills: ['./skills/a/'], agents: ['./agents/'] },
      'skills/a/SKILL.md': skill('a'),
      'agents/reviewer.agent.md': '---\nname: reviewer\ndescription: Reviews.\n---\nReview.\n',
      'hooks.json': { version: 1, hooks: { sessionStart: [{ type: 'command', bash: 'true' }] } },
      '.mcp.json': { mcpServers: { db: { command: 'db' } } },
    });
    expect(plugin.form).toBe(path);
    expect(plugin.contents).toMatchObject({
      skills: [{ name: 'a' }],
      subagents: [{ name: 'reviewer', path: 'agents/reviewer.agent.md' }],
      manifest: { hooks: { SessionStart: [{ hooks: [{ command: 'true' }] }] } },
    });
    expect([...plugin.contents.toolServers.keys()]).toEqual(['db']);
    expect(leftOutOf(plugin)).toEqual([]);
  });
});

describe('a command', () => {
  it('may be called as a file for people is, if it has front matter', () => {
    const plugin = converted({
      [CLAUDE]: { name: 'tools' },
      'commands/changelog.md': '---\ndescription: Writes it\n---\nWrite.\n',
      'commands/README.md': 'About these commands',
    });
    expect(plugin.contents.skills.map(({ name }) => name)).toEqual(['changelog']);
  });
});

describe('what a manifest says of files', () => {
  const command = '---\ndescription: Does it\n---\nDo it.\n';
  const reviewer = '---\nname: reviewer\ndescription: Reviews.\n---\nReview.\n';

  it('is nothing where it only describes them: those of the usual folders are meant', () => {
    const plugin = converted({
      [CLAUDE]: {
        name: 'tools',
        commands: [{ name: 'go', description: 'Goes' }],
        agents: [{ name: 'reviewer' }],
        skills: [{ name: 'a', description: 'A' }],
      },
      'commands/go.md': command,
      'commands/more.md': command,
      'agents/reviewer.md': reviewer,
      'skills/a/SKILL.md': skill('a'),
    });
    expect(plugin.contents.skills.map(({ name }) => name)).toEqual(['a', 'go', 'more']);
    expect(plugin.contents.subagents.map(({ name }) => name)).toEqual(['reviewer']);
    expect(leftOutOf(plugin)).toEqual([]);
  });

  it('may be paths in descriptions', () => {
    const plugin = converted({
      [CLAUDE]: { name: 'tools', commands: [{ name: 'go', path: './other/commands/go.md' }] },
      'other/commands/go.md': command,
    });
    expect(plugin.contents.skills.map(({ name }) => name)).toEqual(['go']);
  });

  it.each([
    ['a list', ['./commands/go.md']],
    ['a map', { go: { source: './commands/go.md' } }],
  ])('leaves out by %s what it does not list, and that is named', (_form, commands) => {
    const plugin = converted({
      [CLAUDE]: { name: 'tools', commands },
      'commands/go.md': command,
      'commands/more.md': command,
    });
    expect(plugin.contents.skills.map(({ name }) => name)).toEqual(['go']);
    expect(leftOutOf(plugin)).toEqual([
      'commands/more.md: "commands" of the manifest does not list it',
    ]);
  });
});

describe('skills beside a plugin', () => {
  const files = {
    'skills-of-agents/a/SKILL.md': skill('a'),
    'skills-of-agents/b/SKILL.md': skill('b'),
  };
  const names = (manifest: object, more: Texts = {}): string[] =>
    converted(
      { [CLAUDE]: { name: 'tools', ...manifest }, ...files, ...more },
      { looseSkills: ['skills-of-agents/a', 'skills-of-agents/b', 'gone'] },
    ).contents.skills.map(({ name }) => name);

  it('come with one that has none', () => {
    expect(names({})).toEqual(['a', 'b']);
  });

  it('stay away from one that has skills, or that says which it has', () => {
    expect(names({}, { 'skills/own/SKILL.md': skill('own') })).toEqual(['own']);
    expect(names({ skills: [] })).toEqual([]);
  });
});
