import { describe, expect, it } from '@jest/globals';
import { assessed, checkOf } from '../testing/bundle.js';

const linking = (target: string): string =>
  `---\nname: demo\ndescription: Sorts photos.\n---\n\nSort the photos.\n\nRead [the rules](${target}).\n`;
const BESIDE = { 'references/rules.md': '# Rules', 'scripts/sort by.sh': '', 'Notes.md': '# N' };

describe('links inside the bundle', () => {
  it.each([
    'references/rules.md',
    './references/rules.md',
    'references/',
    'references/rules.md#order',
    'scripts/sort%20by.sh',
    '#sort',
    'https://example.com/rules.md',
    'mailto:someone@example.com',
    'SKILL.md',
    'url',
    '{baseDir}/rules.md',
  ])('accepts %s', async (target) => {
    expect(await checkOf('relative_links', linking(target), BESIDE)).toMatchObject({
      status: 'passed',
    });
  });

  it.each([
    ['rules.md', '"demo/rules.md", which is not in the bundle', 'references/rules.md'],
    ['References/rules.md', 'not in the bundle', 'references/rules.md'],
    ['notes.md', 'not in the bundle', 'Notes.md'],
    ['missing.md', 'not in the bundle', undefined],
    ['../../other/rules.txt', 'leads out of the bundle', undefined],
    ['../shared.md', '"shared.md", which is not in the bundle', undefined],
  ])('refuses %s', async (target, message, corrected) => {
    const check = await checkOf('relative_links', linking(target), BESIDE);
    expect(check).toMatchObject({
      status: 'error',
      message: expect.stringContaining(message),
      details: { file: 'demo/SKILL.md', line: 8, excerpt: `Read [the rules](${target}).` },
    });
    expect(check?.details?.['corrected']).toBe(corrected);
  });

  it.each(['../photos/', '../../photos/', '../photos/SKILL.md'])(
    'warns of another skill that is absent: %s',
    async (target) => {
      expect(await checkOf('relative_links', linking(target), BESIDE)).toMatchObject({
        status: 'warning',
        message: expect.stringContaining('leads to another skill'),
      });
    },
  );

  it('accepts another skill of the bundle', async () => {
    const { skills } = await assessed({
      'skills/demo/SKILL.md': linking('../photos/SKILL.md'),
      'skills/photos/SKILL.md': linking('../demo/'),
    });
    const statuses = skills.map(
      ({ validation }) => validation.checks.find(({ name }) => name === 'relative_links')?.status,
    );
    expect(statuses).toEqual(['passed', 'passed']);
  });

  it('lists further faults with their lines', async () => {
    const text = `${linking('a.md')}\nAlso [this](b.md) and [that](../c/).\n`;
    expect(await checkOf('relative_links', text)).toMatchObject({
      status: 'error',
      details: { line: 8, others: ['b.md (line 10)', '../c/ (line 10)'] },
    });
  });
});
