// Small repositories of the shapes that are found in the wild, made here: none is a copy of a real one.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

type Content = string | object;
type Shape = Readonly<Record<string, Content>>;

const skill = (name: string, text = 'Text.'): string =>
  `---\nname: ${name}\ndescription: Use when ${name} is needed.\n---\n\n${text}\n`;
const command = '---\ndescription: Do it now.\n---\n\nDo it with $ARGUMENTS.\n';
const subagent = '---\nname: reviewer\ndescription: Reviews.\n---\n\nReview it.\n';
const hooks = (root: string, events: readonly string[]): object => ({
  hooks: Object.fromEntries(
    events.map((event) => [
      event,
      [{ hooks: [{ type: 'command', command: `"\${${root}}/hooks/run.sh" ${event}` }] }],
    ]),
  ),
});
const servers = (root: string): object => ({
  mcpServers: {
    here: { command: 'node', args: [`\${${root}}/server.js`] },
    there: { url: 'https://mcp.example.com/mcp' },
  },
});
const script = '#!/bin/sh\nexit 0\n';
const about = (name: string, more: object = {}): object => ({
  name,
  version: '1.0.0',
  description: `The plugin ${name}.`,
  ...more,
});

/** A plugin with one of everything, in a vendor's form. */
function plugin(folder: string, manifest: Shape, root: string): Shape {
  const name = folder.split('/').pop() ?? '';
  const files: Shape = {
    ...manifest,
    [`skills/${name}-skill/SKILL.md`]: skill(`${name}-skill`),
    [`skills/${name}-skill/references/more.md`]: 'More.\n',
    'hooks/hooks.json': hooks(root, ['PreToolUse', 'Notification']),
    'hooks/run.sh': script,
    '.mcp.json': servers(root),
    'server.js': 'export {};\n',
    [`commands/${name}-command.md`]: command,
    [`agents/${name}-agent.md`]: subagent.replaceAll('reviewer', `${name}-agent`),
    '.gitignore': 'node_modules\n',
  };
  return below(folder, files);
}

function below(folder: string, files: Shape): Shape {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]),
  );
}

/** `-> x` is a link. */
export const shapes: Readonly<Record<string, Shape>> = {
  // different skills of one name, and copies of one of them in agents' folders
  acme__names: {
    'frontend/review/SKILL.md': skill('review', 'Look at the pages.'),
    'backend/review/SKILL.md': skill('review', 'Look at the queries.'),
    'skills/pdf/SKILL.md': skill('pdf'),
    'skills/pdf/scripts/read.py': 'print(1)\n',
    '.claude/skills/pdf/SKILL.md': skill('pdf'),
    '.claude/skills/pdf/scripts/read.py': 'print(1)\n',
    '.agents/skills/pdf': '-> ../../skills/pdf',
    '.github/skills/issues/SKILL.md': skill('issues', 'See [the form](references/form.md).'),
    '.github/skills/issues/references/form.md': 'Form.\n',
  },
  // what looks like skills and is not meant to be installed, and parts that are broken
  acme__fixtures: {
    'skills/writing/SKILL.md': skill('writing'),
    'skills/writing/evals/case/inputs/skills/sample/SKILL.md': skill('sample'),
    'evals/one/inputs/skills/input/SKILL.md': skill('input'),
    'tests/fixtures/demo/SKILL.md': skill('demo'),
    'template/SKILL.md': skill('template-skill'),
    'skills/deprecated/old/SKILL.md': skill('old'),
    'skills/silent/SKILL.md': '---\nname: silent\n---\n\nNo description.\n',
    'plugins/broken/.claude-plugin/plugin.json': '{ "name": "broken", ',
    'plugins/broken/skills/fine/SKILL.md': skill('fine'),
  },
  acme__vendors: {
    ...plugin('plugins/one', { '.claude-plugin/plugin.json': about('one') }, 'CLAUDE_PLUGIN_ROOT'),
    ...plugin('plugins/two', { '.codex-plugin/plugin.json': about('two') }, 'PLUGIN_ROOT'),
    ...below('plugins/three', {
      '.cursor-plugin/plugin.json': about('three', { hooks: './hooks/hooks.json' }),
      'skills/three-skill/SKILL.md': skill('three-skill'),
      'rules/style.mdc': '---\ndescription: Style\nalwaysApply: true\n---\n\nBe brief.\n',
      'hooks/hooks.json': { version: 1, hooks: { stop: [{ command: './hooks/run.sh stop' }] } },
      'hooks/run.sh': script,
      'mcp.json': servers('CURSOR_PLUGIN_ROOT'),
    }),
    ...below('plugins/four', {
      'gemini-extension.json': about('four', {
        contextFileName: 'GEMINI.md',
        mcpServers: { four: { command: 'node', args: ['${extensionPath}/server.js'] } },
      }),
      'GEMINI.md': 'Be brief.\n',
      'commands/group/four.toml': 'description = "Do it"\nprompt = "Do {{args}}"\n',
      'server.js': 'export {};\n',
    }),
    ...below('plugins/five', {
      '.tessl-plugin/plugin.json': about('acme/five', { skills: ['skills/five-skill'] }),
      'skills/five-skill/SKILL.md': skill('five-skill'),
    }),
    ...below('plugins/six', {
      '.svc-plugin/plugin.json': about('acme/six'),
      'skills/six-skill/SKILL.md': skill('six-skill'),
    }),
    'skills/loose/SKILL.md': skill('loose'),
  },
  acme__market: {
    '.claude-plugin/marketplace.json': {
      name: 'acme',
      owner: { name: 'Acme' },
      plugins: [
        { name: 'local', source: './plugins/local', description: 'Here.' },
        { name: 'lists', source: './', strict: false, skills: ['./skills/listed'] },
        { name: 'hub', source: { source: 'github', repo: 'acme/hub', ref: 'v1' } },
        { name: 'url', source: { source: 'url', url: 'https://git.example.com/acme/url.git' } },
        {
          name: 'subdir',
          source: {
            source: 'git-subdir',
            url: 'https://git.example.com/acme/all.git',
            path: 'one',
          },
        },
        { name: 'npm', source: { source: 'npm', package: '@acme/plugin', version: '1.0.0' } },
        { name: 'archive', source: { source: 'archive', url: 'https://example.com/plugin.zip' } },
        { name: 'program', source: { source: 'command', command: 'echo' } },
        { name: 'gone', source: './plugins/gone' },
      ],
    },
    '.agents/plugins/marketplace.json': {
      name: 'acme',
      plugins: [{ name: 'local', source: { source: 'local', path: './plugins/local' } }],
    },
    ...plugin('plugins/local', {}, 'CLAUDE_PLUGIN_ROOT'),
    'skills/listed/SKILL.md': skill('listed'),
  },
  // links in and out of the tree, and names that never ship
  acme__links: {
    'skills/linked/SKILL.md': skill('linked', 'See [the guide](guide.md).'),
    'skills/linked/guide.md': '-> ../../docs/guide.md',
    'skills/linked/nowhere.md': '-> missing.md',
    'skills/linked/CLAUDE.md': 'Not for others.\n',
    'skills/linked/.env': 'KEY=value\n',
    'docs/guide.md': 'Guide.\n',
    'skills/again': '-> linked',
  },
  // a plugin that only describes its files, and has its skills where agents keep them
  acme__beside: {
    '.claude-plugin/plugin.json': about('beside', {
      commands: [{ name: 'first', description: 'The first.' }],
      agents: [{ name: 'beside-agent' }],
    }),
    'commands/first.md': command,
    'commands/lookAround.md': command,
    'agents/beside-agent.md': subagent.replaceAll('reviewer', 'beside-agent'),
    '.claude/skills/release/SKILL.md': skill('release'),
  },
  // skills that tell about those below them
  acme__index: {
    'SKILL.md': skill('index', 'See [the part](skills/part/SKILL.md).'),
    'skills/part/SKILL.md': skill('part'),
    'skills/part/more.md': 'More.\n',
    'packs/skills/SKILL.md': skill('pack', 'See [one](one/SKILL.md).'),
    'packs/skills/one/SKILL.md': skill('one'),
  },
  // a plugin that is called as its repository is, beside a loose skill
  acme__same: {
    '.agents/plugins/marketplace.json': {
      name: 'same',
      plugins: [{ name: 'same', source: { source: 'local', path: './plugins/same' } }],
    },
    ...plugin('plugins/same', { '.codex-plugin/plugin.json': about('same') }, 'PLUGIN_ROOT'),
    'skills/own/SKILL.md': skill('own'),
  },
  // folders that differ in case only: on a file system that cannot hold both there is one
  acme__case: {
    'skills/Tidy/SKILL.md': skill('Tidy', 'In capitals.'),
    'skills/tidy/SKILL.md': skill('tidy', 'In small letters.'),
  },
};

export async function writeShapes(root: string): Promise<void> {
  for (const [name, files] of Object.entries(shapes))
    for (const [path, content] of Object.entries(files)) await put(join(root, name, path), content);
}

async function put(file: string, content: Content): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  if (typeof content !== 'string') await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
  else if (content.startsWith('-> ')) await symlink(content.slice(3), file);
  else await writeFile(file, content, { mode: content.startsWith('#!') ? 0o755 : 0o644 });
}
