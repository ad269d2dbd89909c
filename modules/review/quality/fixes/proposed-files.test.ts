import { describe, expect, it } from '@jest/globals';
import { withRoles } from '../../../registry/format/file-roles.js';
import { proposedFiles } from './proposed-files.js';

const bundleOf = (texts: Readonly<Record<string, string>>) =>
  withRoles(
    Object.entries(texts).map(([path, text]) => ({
      path,
      mode: 0o644 as const,
      content: Buffer.from(text),
    })),
  );

const FILES = bundleOf({ 'SKILL.md': 'One.\n', 'a.md': 'Two.\n' });

interface Proposed {
  readonly files?: readonly (readonly [path: string, text: string])[];
  readonly changes?: readonly string[];
}

const proposed = ({ files = [], changes = [] }: Proposed, of = FILES) =>
  proposedFiles(
    of,
    { files: files.map(([path, text]) => ({ path, text })), changes },
    { leftOut: [{ path: 'a.md', reason: 'too long' }] },
  );
const textsOf = (candidate: ReturnType<typeof proposed>) =>
  candidate.files.map(({ path, content }) => `${path}: ${Buffer.from(content).toString('utf8')}`);

describe('a proposal', () => {
  it('replaces the texts that it names; the other files are the same objects', () => {
    const candidate = proposed({ files: [['SKILL.md', 'Uno.\n']], changes: ['In Spanish.'] });
    expect(textsOf(candidate)).toEqual(['SKILL.md: Uno.\n', 'a.md: Two.\n']);
    expect(candidate.files[1]).toBe(FILES[1]);
    expect(candidate).toMatchObject({ changes: ['In Spanish.'] });
    expect(candidate).not.toHaveProperty('dropped');
  });

  it('with the same texts changes no object', () => {
    const { files } = proposed({ files: [['SKILL.md', 'One.\n']] });
    expect(files.map((file, index) => file === FILES[index])).toEqual([true, true]);
  });

  it('keeps new paths and those that come twice, for the check to see', () => {
    const { files } = proposed({
      files: [
        ['SKILL.md', 'a\n'],
        ['SKILL.md', 'b\n'],
        ['../\u{1b}[2Jx.sh', 'true\n'],
      ],
    });
    expect(files.map(({ path }) => path)).toEqual([
      'SKILL.md',
      'a.md',
      'SKILL.md',
      String.raw`../\u{1b}[2Jx.sh`,
    ]);
  });

  it('may not replace what the model was not shown whole', () => {
    expect(proposed({ files: [['a.md', 'x\n']] }).dropped).toContain('"a.md"');
  });

  it('explains itself on one visible line for each change', () => {
    const { changes } = proposed({ changes: [`a\n\u{1b}[31mb`, 'c'.repeat(900)] });
    expect(changes[0]).toBe(String.raw`a \u{1b}[31mb`);
    expect(changes[1]).toHaveLength(500);
  });
});

describe('a replaced text', () => {
  it.each([
    { name: 'line ends of Windows', old: 'a\r\nb\r\n', text: 'c\nd\n', now: 'c\r\nd\r\n' },
    { name: 'line ends of Unix', old: 'a\nb\n', text: 'c\r\nd\r\n', now: 'c\nd\n' },
    { name: 'a last line end', old: 'a\n', text: 'c', now: 'c\n' },
    { name: 'a byte order mark', old: '\u{feff}a\n', text: 'c\n', now: '\u{feff}c\n' },
    { name: 'no byte order mark', old: 'a\n', text: '\u{feff}c\n', now: 'c\n' },
    { name: 'nothing that it was not given', old: 'a\n', text: '', now: '' },
  ])('has $name as before', ({ old, text, now }) => {
    const { files } = proposed({ files: [['SKILL.md', text]] }, bundleOf({ 'SKILL.md': old }));
    expect(Buffer.from(files[0]!.content).toString('utf8')).toBe(now);
  });
});
