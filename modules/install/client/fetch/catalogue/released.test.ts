import { describe, expect, it } from '@jest/globals';
import { withheldBy } from '../collection/withheld.js';
import type { CatalogueSkill } from './catalogue.js';
import { releasedText, withFoldersReleased } from './released.js';

const skillIn = (folder: string, withheld = withheldBy(folder)): CatalogueSkill => ({
  name: folder,
  plain: folder,
  description: '',
  folder,
  plugin: undefined,
  withheld,
  problems: [],
  copies: [],
});
const release = (...skills: CatalogueSkill[]) => withFoldersReleased({ plugins: [], skills });

describe('skills in folders that are withheld', () => {
  it('are offered where a source has nothing else, and a note says so', () => {
    const { skills, released } = release(
      skillIn('templates/.claude/skills/a'),
      skillIn('templates/.claude/skills/b'),
    );
    expect(skills.map(({ withheld }) => withheld)).toEqual([undefined, undefined]);
    expect(releasedText('acme/wild', released)).toBe(
      'acme/wild has nothing but what is usually left out (it is in a folder called templates), so that is offered.',
    );
  });

  it('stay withheld beside others', () => {
    const { skills, released } = release(skillIn('templates/a'), skillIn('skills/b'));
    expect(skills[0]?.withheld).toBe('it is in a folder called templates');
    expect(releasedText('acme/wild', released)).toBeUndefined();
  });

  it.each(['node_modules/x/skills/a', '.svc/skills/a', 'templates/node_modules/x'])(
    'stay withheld where a tool put them: %s',
    (folder) => {
      expect(release(skillIn(folder)).skills[0]?.withheld).toBeDefined();
    },
  );

  it('stay withheld where their author says so', () => {
    const internal = skillIn('templates/a', 'its author marks it as internal');
    expect(release(internal).skills).toEqual([internal]);
  });
});
