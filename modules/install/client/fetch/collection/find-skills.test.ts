import { describe, expect, it } from '@jest/globals';
import { findManifests, findSkills } from './find-skills.js';
import { copyRank, withheldBy } from './withheld.js';

const found = (folders: readonly string[], containers: readonly string[] = []) =>
  findSkills(
    [...folders.map((folder) => (folder === '' ? 'SKILL.md' : `${folder}/SKILL.md`)), 'README.md'],
    new Set(containers),
  );

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
    ['in a curated list', ['skills/.curated/pdf', 'skills/.experimental/plan']],
  ])('are found %s, and offered', (_where, folders) => {
    expect(found(folders)).toEqual([...folders].sort());
    expect(folders.map(withheldBy)).toEqual(folders.map(() => undefined));
  });

  it.each([
    ['internal/pdf', 'it is in a folder called internal'],
    ['skills/internal/pdf', 'it is in a folder called internal'],
    ['skills/Archive/pdf', 'it is in a folder called Archive'],
    ['archived/pdf', 'it is in a folder called archived'],
    ['skills/deprecated/pdf', 'it is in a folder called deprecated'],
    ['node_modules/x/skills/pdf', 'it is in a folder called node_modules'],
    ['evals/pdf/inputs/one', 'it is in a folder called inputs'],
    ['evals/pdf/fixtures/one', 'it is in a folder called fixtures'],
    ['tests/fixtures/pdf', 'it is in a folder called fixtures'],
    ['template', 'it is in a folder called template'],
    ['.hidden/skills/pdf', 'it is in the hidden folder .hidden'],
    ['skills/.drafts/pdf', 'it is in the hidden folder .drafts'],
    ['.claude/commands/pdf', 'it is in the hidden folder .claude'],
  ])('are withheld in %s', (folder, why) => {
    expect(found([folder])).toEqual([folder]);
    expect(withheldBy(folder)).toBe(why);
  });

  it.each(['.claude/skills-en/pdf', '.github/skills/pdf', '.github/plugins/a/skills/pdf'])(
    'are offered in folders of agents: %s',
    (folder) => {
      expect(withheldBy(folder)).toBeUndefined();
    },
  );

  it('are offered in folders of inputs outside evaluations', () => {
    expect(withheldBy('skills/inputs')).toBeUndefined();
  });

  it('are not looked for inside another skill: what is there is its material', () => {
    expect(found(['skills/writer', 'skills/writer/examples/pdf'])).toEqual(['skills/writer']);
  });

  it('are found in a plugin that is a skill itself', () => {
    expect(found(['plugins/a', 'plugins/a/skills/pdf'], ['plugins/a'])).toHaveLength(2);
  });

  it('are found beside the one that tells about all of a folder called skills', () => {
    expect(found(['packs/skills', 'packs/skills/pdf', 'packs/skills/office/xlsx'])).toHaveLength(3);
  });

  it('have an original, which comes before the copies of agents', () => {
    expect(
      ['.claude/skills/a', 'skills/a', '.agents/skills/a'].sort(
        (a, b) => copyRank(a) - copyRank(b),
      ),
    ).toEqual(['skills/a', '.agents/skills/a', '.claude/skills/a']);
  });
});

describe('plugins of a repository', () => {
  it('are folders with a manifest of ours or of other vendors, each once', () => {
    const paths = ['.svc-plugin/plugin.json', '.claude-plugin/plugin.json', 'tile.json'];
    expect(
      findManifests([
        'plugins/b/.claude-plugin/plugin.json',
        'plugins/b/gemini-extension.json',
        ...paths.map((path) => `plugins/a/${path}`),
        'plugins/c/.github/plugin/plugin.json',
        'gemini-extension.json',
        'my-tile.json',
      ]),
    ).toEqual([
      { folder: '', manifest: 'gemini-extension.json' },
      { folder: 'plugins/a', manifest: '.svc-plugin/plugin.json' },
      { folder: 'plugins/b', manifest: '.claude-plugin/plugin.json' },
      { folder: 'plugins/c', manifest: '.github/plugin/plugin.json' },
    ]);
  });
});
