import { expect, it } from '@jest/globals';
import type { BundleFile } from '../../engine/analyse.js';
import { bodyOf, listOf, MOST_BYTES, skillData } from './skill-data.js';

const bundle = (files: Readonly<Record<string, string>>): readonly BundleFile[] =>
  Object.entries(files).map(([path, text]) => ({
    path,
    mode: 0o644,
    content: Buffer.from(text),
    role: path.endsWith('SKILL.md') ? 'instructions' : 'reference',
  }));
const namesIn = (...args: Parameters<typeof skillData>) =>
  skillData(...args).texts.map(({ name }) => name);

it('shows SKILL.md first, then what it leads to, then the rest', () => {
  const files = bundle({
    'a.md': 'Nobody links here.',
    'SKILL.md': 'Read [the forms](references/forms.md#odes), then run `scripts/count.py`.',
    'references/deep.md': 'Deep.',
    'references/forms.md': 'More in ./deep.md.',
    'scripts/count.py': 'print(1)',
  });
  expect(namesIn(files, '', [''])).toEqual([
    'SKILL.md',
    'references/forms.md',
    'scripts/count.py',
    'references/deep.md',
    'a.md',
  ]);
});

it('knows SKILL.md in another spelling', () => {
  const files = bundle({ 'poet/a.md': 'A.', 'poet/skill.md': '---\nname: poet\n---\nBody.\n' });
  expect(bodyOf(skillData(files, 'poet', ['poet']))).toBe('Body.\n');
});

it('shows what belongs to the skill, and what it links to elsewhere in the bundle', () => {
  const files = bundle({
    'SKILL.md': 'The root.',
    'skills/a/SKILL.md': 'See ../../shared/words.md and ../../../etc/passwd.',
    'skills/a/notes.md': 'Notes.',
    'skills/b/SKILL.md': 'B.',
    'shared/words.md': 'Words.',
  });
  const folders = ['', 'skills/a', 'skills/b'];
  expect(namesIn(files, 'skills/a', folders)).toEqual([
    'skills/a/SKILL.md',
    'shared/words.md',
    'skills/a/notes.md',
  ]);
  expect(namesIn(files, '', folders)).toEqual(['SKILL.md', 'shared/words.md']);
});

it('says what was left out', () => {
  const data = skillData(
    bundle({
      'SKILL.md': 'See big.md, logo.png and small.md.',
      'big.md': 'x'.repeat(MOST_BYTES),
      'logo.png': 'PNG\0',
      'small.md': 'Small.',
    }),
    '',
    [''],
  );
  expect(data.leftOut).toEqual([
    { path: 'big.md', reason: 'too long' },
    { path: 'logo.png', reason: 'no text' },
  ]);
  expect(data.texts.map(({ name }) => name)).toEqual(['SKILL.md', 'small.md']);
  expect(listOf(data)).toBe(
    [
      '"SKILL.md": below',
      '"small.md": below',
      '"big.md": left out, too long',
      '"logo.png": left out, no text',
    ].join('\n'),
  );
});

it('cuts a SKILL.md of a megabyte after a line', () => {
  const line = `${'x'.repeat(99)}\n`;
  const data = skillData(bundle({ 'SKILL.md': line.repeat(10_000), 'a.md': 'A.' }), '', ['']);
  expect(data.texts).toHaveLength(1);
  expect(data.texts[0]!.text).toHaveLength(MOST_BYTES - 1);
  expect(data.leftOut).toEqual([
    { path: 'SKILL.md', reason: `after line ${MOST_BYTES / 100}` },
    { path: 'a.md', reason: 'too long' },
  ]);
});

it('lists at most 300 of many files', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}.md`, 'x']));
  const list = listOf(skillData(bundle({ 'SKILL.md': '', ...many }), '', ['']));
  expect(list.split('\n')).toHaveLength(301);
  expect(list).toMatch(/and 201 more$/);
});

it('knows the body', () => {
  const of = (text: string) => bodyOf(skillData(bundle({ 'SKILL.md': text }), '', ['']));
  expect(of('---\nname: poet\n---\n# Poet\n')).toBe('# Poet\n');
  expect(of('\uFEFF---\r\nname: poet\r\n---\r\n# Poet')).toBe('# Poet');
  expect(of('# Poet\n---\n')).toBe('# Poet\n---\n');
});
