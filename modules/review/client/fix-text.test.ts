import { expect, it } from '@jest/globals';
import { plainStyle } from 'svc-registry/testing';
import type { AppliedFixView } from '../contract/applied-fix-view.js';
import { fixResult, reviewRun } from './testing/views.js';
import { reviewText } from './texts.js';

const textOf = (over: Partial<AppliedFixView>): string =>
  reviewText(Object.assign(reviewRun({ type: 'fix', fix: fixResult({}) }), over), plainStyle(80));
const RESULT = `60/100 -> 92/100  poet
The link leads to the guide.
The aim is 90, in at most 3 iterations, by safe corrections only
Fix run 1

ITERATIONS
  1  dropped: It deletes a file.
  2  92/100
     The link leads to the guide.`;

it('goes from the first score to the last, with the iterations', () => {
  expect(textOf({})).toBe(`${RESULT}

Next: nothing is written yet. Run \`svc review fix --run 1\` in the folder that was sent, to see the changes and write them.`);
});

it('shows the differences, and how to write them', () => {
  const differences = '--- a/SKILL.md\n+++ b/SKILL.md\n-old\n+new';
  expect(textOf({ differences, applyWith: 'svc review fix --run 1 --yes' })).toBe(`${RESULT}

${differences}

Next: nothing is written yet. Run \`svc review fix --run 1 --yes\` to write them.`);
});

it('names what was written, and the flag that it does not pass', () => {
  expect(textOf({ written: ['SKILL.md'], gate: 'fail' })).toBe(`${RESULT}

Written: SKILL.md

The fix run does not pass --threshold.`);
});

it('shows no iteration that adds nothing to the summary', () => {
  const { iterations } = fixResult({});
  const text = textOf({ fix: fixResult({ iterations: iterations.slice(1) }) });
  expect(text).not.toContain('ITERATIONS');
});

it('says that the files have the changes already, and does not offer them again', () => {
  const text = textOf({ written: [] });
  expect(text).toBe(`${RESULT}

The files have these changes already; nothing was written.`);
});

it('leads to the review where nothing was improved, unless the score is reached', () => {
  const nothing = { iterations: [], files: [], baselineScore: null };
  expect(textOf({ fix: fixResult({ ...nothing, finalScore: 60 }) })).toBe(`no score -> 60/100  poet
The link leads to the guide.
The aim is 90, in at most 3 iterations, by safe corrections only
Fix run 1

Next: \`svc review run\` shows what to improve yourself.`);
  expect(textOf({ fix: fixResult({ ...nothing, finalScore: null }) })).toContain(
    'shows the errors; correct them yourself',
  );
  expect(textOf({ fix: fixResult({ ...nothing, finalScore: 90 }) })).not.toContain('Next:');
});

it('goes on with the command that was named when somebody stopped waiting', () => {
  const applyWith = 'svc review fix --run 1 skills/poet';
  expect(textOf({ status: 'running', applyWith })).toContain(`Next: ${applyWith}`);
});
