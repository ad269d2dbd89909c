import { describe, expect, it } from '@jest/globals';
import { assessedSkill, skillText } from './testing/bundle.js';
import { paddings, type Texts } from './testing/paddings.js';
import { sampleSkills } from './testing/skills.js';

/** Points that padding may bring. */
const MOST = 2;

const scoreOf = async (texts: Texts): Promise<number> =>
  (await assessedSkill(skillText(texts))).reviewScore ?? NaN;

describe.each([...sampleSkills])('%s, padded', (_, skill) => {
  it.each([...paddings])('with %s, rises by no more than two points', async (_name, pad) => {
    const [before, after] = [await scoreOf(skill), await scoreOf(pad(skill))];
    expect(after - before).toBeLessThanOrEqual(MOST);
  });

  it('with everything at once, rises by no more than two points', async () => {
    const all = [...paddings.values()].reduce((texts, pad) => pad(texts), skill);
    const [before, after] = [
      await scoreOf(skill),
      await scoreOf({ ...all, body: short(all.body) }),
    ];
    expect(after - before).toBeLessThanOrEqual(MOST);
  });
});

/** Copies of copies grow beyond what is read. */
const short = (body: string): string => body.slice(0, 100_000);

it('has forty kinds of padding, and each changes something', () => {
  expect(paddings.size).toBeGreaterThanOrEqual(40);
  for (const [name, pad] of paddings) {
    const changed = [...sampleSkills.values()].filter((skill) => {
      const padded = pad(skill);
      return padded.description !== skill.description || padded.body !== skill.body;
    });
    expect([name, changed.length > 0]).toEqual([name, true]);
  }
});

describe('what is no padding raises the score', () => {
  const photos = sampleSkills.get('photos') ?? { description: '', body: '' };

  it.each<readonly [string, Partial<Texts>]>([
    [
      'a description that says what and when',
      {
        description:
          'Sorts photos into albums by date and title. Use when the user wants to organize photos or find the good ones of an album.',
      },
    ],
    [
      'steps, commands and a check',
      {
        body: `${photos.body}\n\n1. Run \`exiftool -DateTimeOriginal photos/\` to read the date of each photo.\n2. Move each photo into \`albums/<date>\`.\n3. Verify that each album holds the photos of its date; if not, repeat the move.`,
      },
    ],
  ])('%s', async (_, change) => {
    const [before, after] = [await scoreOf(photos), await scoreOf({ ...photos, ...change })];
    expect(after - before).toBeGreaterThan(4);
  });
});
