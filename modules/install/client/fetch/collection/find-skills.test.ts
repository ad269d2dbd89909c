import { describe, expect, it } from '@jest/globals';
import { copyRank, findSkills } from './find-skills.js';

const found = (folders: readonly string[], root = '') => {
  const paths = folders.map((folder) => (folder === '' ? 'SKILL.md' : `${folder}/SKILL.md`));
  const entries = new Map(
    [...paths, 'README.md'].map((path) => [path, { path, kind: 'file' as const }]),
  );
  return findSkills({ tree: { entries, read: () => Promise.resolve([]) }, root });
};

describe('skills of a repository', () => {
  it.each([
    ['in the root', ['']],
    ['in a folder of skills', ['skills/pdf', 'skills/xlsx']],
    ['where agents keep them', ['.agents/skills/pdf', '.claude/skills/pdf', '.github/skills/pdf']],
    ['in groups', ['skills/documents/office/pdf', 'plugins/a/skills/pdf']],
    [
      'beside a root skill, which does not swallow its children',
      ['', 'skills/pdf', 'tools/deep/xlsx'],
    ],
    ['in a curated list', ['skills/.curated/pdf']],
  ])('are found %s', (_where, folders) => {
    expect(found(folders).offered).toEqual([...folders].sort());
  });

  it.each([
    ['internal/pdf'],
    ['skills/internal/pdf'],
    ['skills/Archive/pdf'],
    ['archived/pdf'],
    ['skills/deprecated/pdf'],
    ['node_modules/x/skills/pdf'],
    ['.hidden/skills/pdf'],
    ['skills/.drafts/pdf'],
    ['.claude/commands/pdf'],
  ])('are not offered in %s', (folder) => {
    expect(found([folder, 'skills/xlsx'])).toMatchObject({
      offered: ['skills/xlsx'],
      hidden: [folder],
    });
  });

  it('are offered all the same when their folder is named', () => {
    expect(found(['internal/pdf'], 'internal').offered).toEqual(['pdf']);
  });

  it('are not looked for inside another skill: what is there is its material', () => {
    expect(found(['skills/writer', 'skills/writer/examples/pdf']).offered).toEqual([
      'skills/writer',
    ]);
  });

  it('count once where agents have copies of them', () => {
    expect(
      ['.claude/skills/a', 'skills/a', '.agents/skills/a'].sort(
        (a, b) => copyRank(a) - copyRank(b),
      ),
    ).toEqual(['skills/a', '.agents/skills/a', '.claude/skills/a']);
  });
});
