import { describe, expect, it } from '@jest/globals';
import { withRoles } from '../../../registry/format/file-roles.js';
import { safeFixes } from './safe-fixes.js';

const bundleOf = (files: Readonly<Record<string, string | Uint8Array>>) =>
  withRoles(
    Object.entries(files).map(([path, content]) => ({
      path,
      mode: 0o644 as const,
      content: typeof content === 'string' ? Buffer.from(content) : content,
    })),
  );

/** What becomes of the files of the skill at the root, as texts, and what the fixes say. */
function fixed(files: Readonly<Record<string, string | Uint8Array>>, folder = '') {
  const bundle = bundleOf(files);
  const { files: after, fixes } = safeFixes(bundle, folder);
  const again = safeFixes(after, folder);
  expect(again.fixes).toEqual([]);
  const changed = after.filter((file, index) => file !== bundle[index]);
  return {
    texts: Object.fromEntries(
      changed.map(({ path, content }) => [path, Buffer.from(content).toString('utf8')]),
    ),
    fixes: fixes.map(({ kind, file, line }) => `${kind} ${file}:${line}`),
  };
}

const head = 'name: pdf\ndescription: Fills PDF forms.\n';
const skill = (body: string): string => `---\n${head}---\n${body}`;

describe('a value with a colon', () => {
  it('is put in quotes, and nothing else changes', () => {
    const text =
      '---\r\nname: pdf\r\ndescription: Fill forms: say "now"  \r\n---\r\n\r\nDo  it.\r\n';
    expect(fixed({ 'SKILL.md': text })).toEqual({
      texts: {
        'SKILL.md': text.replace(
          'description: Fill forms: say "now"',
          String.raw`description: "Fill forms: say \"now\""`,
        ),
      },
      fixes: ['quoted-value SKILL.md:3'],
    });
  });

  it('is put in quotes in another spelling of SKILL.md', () => {
    const text = '---\nname: pdf\ndescription: Fill: all\n---\n\nDo it.\n';
    expect(fixed({ 'skill.md': text }).fixes).toEqual(['quoted-value skill.md:3']);
  });

  it.each([
    ['the front matter is readable', '---\nname: pdf\ndescription: "a: b"\n---\n'],
    ['it is not the only fault', '---\nname: [pdf\ndescription: a: b\n---\n'],
    ['a comment may follow', '---\nname: pdf\ndescription: a: b # c\n---\n'],
    ['it goes on in the next line', '---\nname: pdf\ndescription: a: b\n  c: d\n---\n'],
    ['there is no front matter', 'description: a: b\n'],
    ['it does not end', '---\ndescription: a: b\n'],
  ])('stays where %s', (_name, text) => {
    expect(fixed({ 'SKILL.md': text }).fixes).toEqual([]);
  });
});

describe('the order of the fields', () => {
  it('has name and description first, each with its lines', () => {
    const text =
      '---\nlicense: MIT\ndescription: >-\n  Fills\n\n  forms.\nmetadata:\n  a: "1"\nname: pdf\n---\nBody\n';
    expect(fixed({ 'SKILL.md': text })).toEqual({
      texts: {
        'SKILL.md':
          '---\nname: pdf\ndescription: >-\n  Fills\n\n  forms.\nlicense: MIT\nmetadata:\n  a: "1"\n---\nBody\n',
      },
      fixes: ['field-order SKILL.md:9'],
    });
  });

  it.each([
    ['it is right', `---\n${head}license: MIT\n---\n`],
    ['a comment may belong to either field', `---\nlicense: MIT\n# the name\n${head}---\n`],
    ['a key is there twice', `---\nlicense: MIT\nname: x\n${head}---\n`],
    ['an anchor would stand behind its alias', '---\na: &a x\nname: *a\ndescription: y\n---\n'],
  ])('stays where %s', (_name, text) => {
    expect(fixed({ 'SKILL.md': text }).fixes).toEqual([]);
  });
});

describe('a broken link', () => {
  it('leads to the only file of its name', () => {
    const body = [
      '[a](reference/Forms.md#top "Forms.md") and ![b](<imgs/a b.png>)',
      '',
      '`[c](gone.md)` [d](./forms.md)',
      '',
      '[e]: reference/forms.md',
      '',
    ].join('\n');
    const files = {
      'SKILL.md': skill(body),
      'references/forms.md': 'text',
      'assets/a b.png': 'x',
    };
    expect(fixed(files)).toEqual({
      texts: {
        'SKILL.md': skill(
          body
            .replace('reference/Forms.md#top', 'references/forms.md#top')
            .replace('imgs/a b.png', 'assets/a%20b.png')
            .replace('./forms.md', './references/forms.md')
            .replace('[e]: reference/forms.md', '[e]: references/forms.md'),
        ),
      },
      fixes: [
        'link-target SKILL.md:5',
        'link-target SKILL.md:5',
        'link-target SKILL.md:7',
        'link-target SKILL.md:9',
      ],
    });
  });

  it('is corrected in the files of the skill, relative to each', () => {
    const files = {
      'skills/pdf/SKILL.md': skill(''),
      'skills/pdf/references/a.md': '[b](references/b.md)\n',
      'skills/pdf/references/b.md': 'text',
      'skills/other/SKILL.md': skill('[b](b.md)\n'),
    };
    expect(fixed(files, 'skills/pdf')).toEqual({
      texts: { 'skills/pdf/references/a.md': '[b](b.md)\n' },
      fixes: ['link-target skills/pdf/references/a.md:1'],
    });
  });

  it.each<[string, Record<string, string>]>([
    ['two files can be meant', { 'a/x.md': '', 'b/x.md': '' }],
    ['none can be meant', { 'a/y.md': '' }],
    ['the link is right', { 'x.md': '', 'a/x.md': '' }],
  ])('stays where %s', (_name, others) => {
    expect(fixed({ 'SKILL.md': skill('[x](x.md)\n'), ...others }).fixes).toEqual([]);
  });

  it.each([
    'https://x.org/forms.md',
    '/forms.md',
    '../../forms.md',
    '{dir}/forms.md',
    'x/README.md',
  ])('stays where it leads elsewhere: %s', (target) => {
    const files = {
      'SKILL.md': skill(`[x](${target})\n`),
      'a/forms.md': '',
      'a/README.md': '',
    };
    expect(fixed(files).fixes).toEqual([]);
  });
});

describe('a list of contents', () => {
  const long = (end: string, ...extra: string[]): string =>
    [
      '# Guide',
      '',
      ...extra,
      '## A `b`',
      'x',
      '## C [d]',
      'x',
      '## C [d]',
      ...Array<string>(300).fill('x'),
      '',
    ].join(end);

  it('stands before the first section of a long reference, with the line ends of the file', () => {
    const text = long('\r\n');
    const list =
      '## Contents\r\n\r\n- [A b](#a-b)\r\n- [C \\[d\\]](#c-d)\r\n- [C \\[d\\]](#c-d-1)\r\n\r\n';
    expect(fixed({ 'SKILL.md': skill(''), 'references/guide.md': text })).toEqual({
      texts: { 'references/guide.md': text.replace('## A', `${list}## A`) },
      fixes: ['contents-list references/guide.md:3'],
    });
  });

  it.each([
    ['short', '# Guide\n## A\n## B\n## C\n'],
    ['without sections', 'x\n'.repeat(400)],
    ['with a list of another name', long('\n', '[A](#a) [B](#b) [C](#c)', '')],
    ['with a list', long('\n', '## Table of contents', '', '- A', '')],
  ])('is not added to a file that is %s', (_name, text) => {
    expect(fixed({ 'SKILL.md': skill(''), 'references/guide.md': text }).fixes).toEqual([]);
  });
});

describe('what is no text', () => {
  it('stays as it is', () => {
    const files = {
      'SKILL.md': skill('[x](gone.md)\n'),
      'broken.md': Buffer.from([0x5b, 0xff, 0x5d]),
      'a/data.txt': '[x](gone.md)',
    };
    expect(fixed(files).fixes).toEqual([]);
  });

  it('keeps a byte order mark', () => {
    const text = `\u{feff}---\nname: pdf\ndescription: a: b\n---\n[x](g.md)\n`;
    expect(fixed({ 'SKILL.md': text, 'a/g.md': '' }).texts).toEqual({
      'SKILL.md': text.replace('a: b', '"a: b"').replace('(g.md)', '(a/g.md)'),
    });
  });
});
