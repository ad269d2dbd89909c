import { describe, expect, it } from '@jest/globals';
import { distance } from 'fastest-levenshtein';
import { oneEditAway } from './one-edit.js';

describe('spellings that are one edit away', () => {
  it.each([
    ['a wrong letter', 'kubarnetes'],
    ['a missing letter', 'kubrnetes'],
    ['a needless letter', 'kubernnetes'],
    ['two exchanged letters', 'kubrenetes'],
  ])('%s', (_what, typed) => {
    expect(oneEditAway(typed)).toContain('kubernetes');
  });

  it('are all of them, and the word itself is none', () => {
    const edits = oneEditAway('lint');
    expect(edits).not.toContain('lint');
    expect(new Set(edits).size).toBe(edits.length);
    // exchanged letters are two edits for those who do not count them as one
    for (const edit of edits) expect(distance(edit, 'lint')).toBeLessThanOrEqual(2);
    expect(edits.filter((edit) => distance(edit, 'lint') === 2)).toEqual(
      expect.arrayContaining(['ilnt', 'lnit', 'litn']),
    );
  });
});
