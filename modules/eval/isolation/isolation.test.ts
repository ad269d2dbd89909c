import { describe, expect, it } from '@jest/globals';
import type { LooseFile } from '../../registry/contract/plugin-format.js';
import { withoutExcused } from './excused.js';
import { activation, outputOf, searchOutput } from './seen-in-transcript.js';
import { skillsOf, tracesOf } from './traces.js';

const files: readonly LooseFile[] = Object.entries({
  'skills/pdf/SKILL.md':
    '---\nname: pdf\ndescription: Fills the forms of the tax office from a table.\n---\n\n# Forms\n\n1. Read every field of the form before you write the first one.\n2. Short.\n\n- Keep the signature field empty, whatever the table says about it.\n',
  'skills/tax-forms/SKILL.md':
    '# Tax forms\n\nUse the form of the year in which the money was earned.\n',
  LICENSE: 'Permission is hereby granted, free of charge, to any person.\n',
}).map(([path, text]) => ({ path, executable: false, content: Buffer.from(text) }));

const task = 'Fill the form. Keep the signature field empty, whatever the table says about it.';
const traces = tracesOf(files, task);

describe('traces of a context', () => {
  it('are long lines that the task does not have, without their marks', () => {
    expect([...traces.lines.keys()]).toEqual([
      'Fills the forms of the tax office from a table.',
      'Read every field of the form before you write the first one.',
      'Use the form of the year in which the money was earned.',
    ]);
  });

  it('are the names of skills, by their front matter or their folder', () => {
    expect([...skillsOf(files)]).toEqual([
      ['pdf', 'skills/pdf'],
      ['tax-forms', 'skills/tax-forms'],
    ]);
    expect(tracesOf(files, 'Use tax-forms.').names).toEqual(['pdf']);
  });

  const found = (file: string, ...lines: readonly string[]) =>
    lines.map((trace) => ({ file, trace }));
  const [first = '', second = '', third = ''] = traces.lines.keys();

  it('do not count if a fixture says the same, unless it is a file that agents read', () => {
    expect(withoutExcused(traces, found('/p/README.md', second)).lines.has(second)).toBe(false);
    expect(withoutExcused(traces, found('/p/CLAUDE.md', second)).lines.has(second)).toBe(true);
    expect(withoutExcused(traces, found('/p/package.json', 'tax-forms')).names).toEqual(['pdf']);
  });

  it('stay if the fixture has a copy of a whole file', () => {
    const lines = new Map([first, second, third].map((line) => [line, 'a.md']));
    const copied = withoutExcused({ lines, names: [] }, found('/p/x.md', first, second, third));
    expect(copied.lines.size).toBe(3);
  });
});

const skills = new Map([
  ['pdf', { path: '.claude/skills/pdf/SKILL.md', source: 'skills/pdf/SKILL.md' }],
  ['tax-forms', { path: '.claude/skills/tax-forms/SKILL.md', source: 'skills/tax-forms/SKILL.md' }],
]);
const loaded = async (...events: readonly (object | string)[]) => {
  const lines = events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
  return (await activation(outputOf(lines.join('\n'), 'the prompt'), skills, traces)).skills;
};

describe('the skills that an agent has loaded', () => {
  const tool = (input: object, name: string) => ({
    type: 'assistant',
    message: { content: [{ type: 'tool_use', name, input }] },
  });

  it.each([
    ['the tool of Claude Code', tool({ skill: 'acme:tax-forms' }, 'Skill'), ['tax-forms']],
    ['a file that it read', tool({ file_path: '/w/.claude/skills/pdf/SKILL.md' }, 'Read'), ['pdf']],
    [
      'a command of Codex',
      {
        type: 'item.completed',
        item: { type: 'command_execution', command: "bash -lc 'cat .claude/skills/pdf/SKILL.md'" },
      },
      ['pdf'],
    ],
    [
      'a tool of Gemini CLI',
      { type: 'tool_use', tool_name: 'activate_skill', parameters: { name: 'tax-forms' } },
      ['tax-forms'],
    ],
    [
      'arguments that are JSON themselves',
      { type: 'function_call', arguments: JSON.stringify({ path: '.claude/skills/pdf/SKILL.md' }) },
      ['pdf'],
    ],
    [
      'the text of the skill',
      {
        type: 'user',
        message: {
          content: [
            {
              type: 'tool_result',
              content: '12\tRead every field of the form before you write the first one.',
            },
          ],
        },
      },
      ['pdf'],
    ],
  ])('show by %s', async (_what, event, names) => {
    expect(await loaded({ type: 'system' }, event)).toEqual(names);
  });

  it('do not show by what it was told, lists or says', async () => {
    const system = { type: 'system', subtype: 'init', skills: ['pdf', 'tax-forms'] };
    const says = {
      type: 'assistant',
      message: { content: [{ type: 'text', text: 'I could read .claude/skills/pdf/SKILL.md' }] },
    };
    expect(await loaded(system, says)).toEqual([]);
    const prompt = 'Read .claude/skills/pdf/SKILL.md';
    const echoed = outputOf(`user: ${prompt}\n`, prompt);
    expect((await activation(echoed, skills, traces)).evidence).toEqual([]);
  });

  it('show in plain text by the path of their file', async () => {
    expect(await loaded('> cat .claude/skills/pdf/SKILL.md')).toEqual(['pdf']);
    expect(await loaded('> cat .claude/skills/fill-pdf/SKILL.md')).toEqual([]);
  });
});

describe('an output that must not show the context', () => {
  const evidence = (text: string) => searchOutput(outputOf(text, ''), traces);

  it.each([
    ['a line', 'Read every field of the form before you write the first one.'],
    [
      'JSON in JSON',
      JSON.stringify({
        a: JSON.stringify({ b: '"Use the form of the year in which the money was earned.\n' }),
      }),
    ],
    ['a path', 'ls .agents/skills/pdf/'],
    ['a path at its beginning', 'pdf/SKILL.md'],
    ['a path in colour', 'found \u001b[01;34mskills/pdf/\u001b[0m'],
    ['a path in deep escapes', JSON.stringify(JSON.stringify(JSON.stringify('a\nskills/pdf/')))],
    ['a list of skills', JSON.stringify({ type: 'system', skills: ['acme:tax-forms'] })],
  ])('shows it by %s', async (_what, text) => {
    expect(await evidence(text)).toHaveLength(1);
  });

  it.each([
    ['a common name', JSON.stringify({ type: 'system', skills: ['pdf'] })],
    ['the path of another skill', 'cat .claude/skills/fill-pdf/SKILL.md my.pdf/SKILL.md'],
    ['a name in a sentence', 'The tax-forms of that year are in the folder.'],
    ['the task', task],
    ['deep JSON', `{"type":"tool","a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('does not show it by %s', async (_what, text) => {
    expect(await evidence(text)).toEqual([]);
  });
});
