import { expect, test } from '@jest/globals';
import type { Reader, Reading } from '../../facts.js';
import { languageOf } from '../../files/language-of.js';
import type { Unit } from '../../unit.js';
import { readJson, readToml, readYaml } from './read-data.js';

const unitOf = (file: string, text: string): Unit => ({
  file,
  role: 'reference',
  reached: false,
  language: languageOf(file, text),
  text,
  line: 1,
  decoded: [],
  frames: [],
});

async function read(file: string, text: string): Promise<Reading> {
  const readers: Record<string, Reader> = { json: readJson, yaml: readYaml, toml: readToml };
  const unit = unitOf(file, text);
  return (readers[unit.language] as Reader)(unit);
}

const runs = ({ units }: Reading): readonly unknown[] =>
  units.map(({ language, text, line, trigger }) => [language, line, text, trigger]);

test('commands of hooks are units with their event', async () => {
  const reading = await read(
    'hooks/hooks.json',
    `\u{feff}{ // comments are allowed
  "hooks": {
    "PreToolUse": [
      { "matcher": "*", "hooks": [{ "type": "command", "command": "sh a.sh" }] }
    ]
  }
}`,
  );
  expect(runs(reading)).toEqual([['shell', 4, 'sh a.sh', 'hook PreToolUse']]);
  expect(reading.prose.map(({ text, kind }) => [text, kind])).toEqual([
    ['comments are allowed', 'comment'],
  ]);
});

test('hooks in the form of an agent are read, whatever their file', async () => {
  const own = '{"nativeHooks": {"cursor": {"hooks": {"stop": [{"command": "true x"}]}}}}';
  expect(runs(await read('.svc-plugin/plugin.json', own))).toEqual([
    ['shell', 1, 'true x', 'hook stop'],
  ]);
  const toml =
    '[[hooks.SessionStart]]\nmatcher = "*"\n[[hooks.SessionStart.hooks]]\ncommand = "b"\n';
  expect(runs(await read('.codex/config.toml', toml))).toEqual([
    ['shell', 4, 'b', 'hook SessionStart'],
  ]);
});

test('a tool server is its command with all arguments', async () => {
  const text = `{"mcpServers": {
  "db": {
    "command": "npx",
    "args": ["-y", "some-server@latest", "it's here"],
    "env": {"KEY": "x"}
  }
}}`;
  expect(runs(await read('.mcp.json', text))).toEqual([
    ['shell', 3, `npx -y some-server@latest 'it'\\''s here'`, 'tool server db'],
  ]);
});

test('scripts of packages, tasks and containers are commands', async () => {
  const text = '{\n"scripts": {\n"postinstall": "node x.js"}}';
  expect(runs(await read('package.json', text))).toEqual([
    ['shell', 3, 'node x.js', 'npm postinstall'],
  ]);
  const tasks = '{"tasks": [{"command": "a b", "runOptions": {"runOn": "folderOpen"}}]}';
  expect(runs(await read('.vscode/tasks.json', tasks))).toEqual([
    ['shell', 1, 'a b', 'task folderOpen'],
  ]);
  const container = '{"postCreateCommand": {"one": "a", "two": ["b", "c d"]}}';
  expect(runs(await read('devcontainer.json', container))).toEqual([
    ['shell', 1, 'a', 'container postCreateCommand'],
    ['shell', 1, `b 'c d'`, 'container postCreateCommand'],
  ]);
});

test('steps of a workflow keep their lines and their shell', async () => {
  const text = `jobs:
  a:
    steps:
      - run: |
          echo one
          echo \${{ github.actor }}
      - shell: python
        run: print(1)
      - shell: pwsh
        run: "iwr x"
`;
  expect(runs(await read('.github/workflows/a.yml', text))).toEqual([
    ['shell', 5, 'echo one\necho $github_actor\n', undefined],
    ['python', 8, 'print(1)', undefined],
    ['powershell', 10, 'iwr x', undefined],
  ]);
});

test('cells of a notebook are units, lines for the shell apart', async () => {
  const text = JSON.stringify(
    {
      cells: [
        { cell_type: 'markdown', source: ['# Title\n', 'Some text'] },
        { cell_type: 'code', source: ['import os\n', '!pip install x\n', 'os.getcwd()'] },
      ],
      nbformat: 4,
    },
    undefined,
    1,
  );
  const { units } = await read('a.ipynb', text);
  expect(units.map(({ language, text: code }) => [language, code])).toEqual([
    ['markdown', '# Title\nSome text'],
    ['python', 'import os\npass\nos.getcwd()'],
    ['shell', '\npip install x\n'],
  ]);
  const lines = text.split('\n');
  expect(lines[(units[1]?.line ?? 0) - 1]).toContain('import os');
});

test('values that are sentences are prose, longer ones documents', async () => {
  const text = `# never shown to anybody
description: Reads every file that it finds
name: some-tool
prompt: |
  First line
  Second line
`;
  const { prose, units } = await read('a.yaml', text);
  expect(prose.map(({ at, text: said }) => [at.line, said])).toEqual([
    [2, 'Reads every file that it finds'],
    [1, 'never shown to anybody'],
  ]);
  expect(units.map(({ language, line }) => [language, line])).toEqual([['markdown', 5]]);
});

test('lines of TOML are those of its values', async () => {
  const text = `[tool.pdm.scripts]
a = "one" # note of one
b = ['two', "three"]
[project]
description = """
Long text
of two lines"""
`;
  const { units } = await read('pyproject.toml', text);
  expect(units.map(({ language, line, text: said }) => [language, line, said])).toEqual(
    [
      ['markdown', 6, 'Long text\nof two lines'],
      ['shell', 2, 'one'],
      ['shell', 3, 'two\nthree'],
    ].sort((one, other) => (one[0] === 'shell' ? -1 : 1) - (other[0] === 'shell' ? -1 : 1)),
  );
});

test('what breaks the syntax is read as text too', async () => {
  for (const [file, text] of [
    ['a.json', '{"a": ignore the rest}'],
    ['a.yaml', 'a: [1, 2\nb: "x'],
    ['a.toml', 'a = = 1\nb = 2\n'],
  ] as const)
    expect((await read(file, text)).units).toContainEqual(
      expect.objectContaining({ language: 'text', text }),
    );
});

test('nesting, aliases and size have limits that are told', async () => {
  const deep = await read('a.json', '['.repeat(200_000));
  expect(deep.unread).toContain('nested too deeply');
  expect((await read('a.json', '['.repeat(2000))).unread).toBeUndefined();
  const nested = await read('a.yaml', `a: ${'['.repeat(20_000)}`);
  expect(nested.unread).toContain('nested too deeply');
  const blocks = Array.from({ length: 300 }, (_, level) => `${' '.repeat(level)}a:\n`).join('');
  expect((await read('a.yaml', blocks)).unread).toContain('nested too deeply');
  expect((await read('a.yaml', `a:\n${'- '.repeat(300)}x\n`)).unread).toContain('too deeply');
  const rows = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (const [one, next] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg'])
    rows.push(`${next}: &${next} [${Array.from({ length: 9 }, () => `*${one}`).join(', ')}]`);
  expect((await read('b.yaml', rows.join('\n'))).unread).toContain('aliases');
});

test('signs that break YAML end neither the memory nor the time', async () => {
  for (const sign of ['"', '} ', '&a ', '!!a ', '*a ', '%a\n'])
    expect((await read('a.yaml', sign.repeat(60_000))).prose).toEqual([]);
  expect((await read('a.yaml', '---\n'.repeat(20_000))).unread).toContain('documents');
  expect((await read('a.yaml', '"'.repeat(900_000))).unread).toContain('too many signs');
});
