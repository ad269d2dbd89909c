import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import type { ReportFormat } from '../contract/run-inputs.js';
import { cell, scenario } from '../client/testing/views.js';
import type { Variant } from '../contract/words.js';
import { MOST_OF_EACH } from './html/cell.js';
import { pairedDifference } from './matrix.js';
import { reportFile } from './report-file.js';
import { hostile, inTurn, sampleRun } from './testing/sample-run.js';

const sample = sampleRun({ scenarios: 4, runs: 3, text: 200 });
const evil = sampleRun({ scenarios: 2, runs: 2, text: 3000, salt: hostile });

const written = (format: ReportFormat, { run, cells } = sample): Promise<string> =>
  text(reportFile(format, run, inTurn(cells)).body);

const countOf = (whole: string, part: string | RegExp): number => whole.split(part).length - 1;

describe('the report for people', () => {
  test('begins with the verdict', async () => {
    const html = await written('html');
    expect(html.indexOf('class="verdict')).toBeLessThan(html.indexOf('<table'));
    expect(html).toContain('Underpowered (needs about');
  });

  test('every cell of the matrix leads to its evidence', async () => {
    const html = await written('html');
    const links = [...html.matchAll(/href="#(cell-[^"]*)"/g)].map(([, target]) => target);
    const targets = [...html.matchAll(/<div id="(cell-[^"]*)"/g)].map(([, target]) => target);
    expect(links).toHaveLength(sample.cells.length);
    expect(targets).toEqual(links);
  });

  test('shows points, who decided, why, and the quote', async () => {
    const html = await written('html');
    expect(html).toContain('<td>the judge</td>');
    expect(html).toContain('<blockquote>return response.status(404).json({ hint });</blockquote>');
    expect(html).toMatch(/<td>\d+ of 10 \(was 3\)<\/td><td>a person<\/td>/);
  });

  test('says why a cell is void', async () => {
    const html = await written('html');
    expect(html).toContain('Does not count: timeout: The agent took longer than 600 s.');
    expect(html).toContain(
      'Does not count: context-not-seen: nothing shows that the agent saw the context',
    );
  });

  test('says both why a cell is void: it saw the context, and it ran out of time', async () => {
    const { run, cells } = sample;
    const failure = { class: 'timeout', message: 'The agent was ended.' };
    const contamination = 'baseline-saw-context';
    const both = cells.map((cell) =>
      Object.assign({}, cell, { status: 'void', failure, contamination }),
    );
    expect(await written('html', { run, cells: both })).toContain(
      'baseline-saw-context: the agent saw the context, though it must not in the baseline; timeout: The agent was ended.',
    );
  });

  test('says why a scenario was excluded', async () => {
    expect(await written('html')).toContain(
      '<li>copies-the-skill: criteria.json, line 4: the criterion is a sentence of the skill.</li>',
    );
  });

  test('shortens diffs and transcripts, and says so', async () => {
    const long = sampleRun({ scenarios: 1, runs: 1, text: 20_000 });
    const html = await written('html', long);
    expect(
      countOf(html, `${(20_000 - MOST_OF_EACH).toLocaleString('en')} characters are left out`),
    ).toBe(4);
  });

  test('has no script and requests nothing', async () => {
    const html = await written('html');
    expect(html).not.toMatch(/<script|<img|<link|<iframe|<object|@import|url\(|\son\w+=/i);
    expect(html).toContain("default-src 'none'");
  });

  test('no text leaves its place, hides, or turns what is around it', async () => {
    const html = await written('html', evil);
    expect(html).not.toMatch(/<script|<img|<evil|<!--|\son\w+='/i);
    expect(countOf(html, '</style>')).toBe(1);
    expect(countOf(html, '</title>')).toBe(1);
    expect(html).not.toMatch(/[\0-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\p{Cs}]/u);
    expect(html).toContain('&amp;lt;b&amp;gt; &amp;amp; &amp;#0;');
  });
});

test('the difference of a scenario is that of its pairs, as the verdict counts it', () => {
  const solution = (variant: Variant, scores: readonly (number | null)[]) => ({
    variant,
    mean: 0.5,
    deviation: null,
    cells: scores.map((score, at) => cell({ variant, score, repeat: at + 1 })),
  });
  const differenceOf = (baseline: (number | null)[], treated: (number | null)[]) =>
    pairedDifference(
      scenario({
        solutions: [solution('baseline', baseline), solution('with-context', treated)],
      }),
    );
  expect(differenceOf([0.25, null, 0.75], [0.5, 1, 0.5])).toBe(0);
  expect(differenceOf([0.25, null], [null, 1])).toBe(null);
  expect(differenceOf([0.25], [0.75])).toBe(50);
});

describe('the report for programs that show tests', () => {
  test('has a suite for each scenario and variant, with its numbers', async () => {
    const xml = await written('junit');
    const suites = [...xml.matchAll(/<testsuite [\s\S]*?<\/testsuite>/g)].map(([suite]) => suite);
    expect(suites).toHaveLength(1 + 4 * 2);
    for (const suite of suites) {
      const stated = ['tests', 'failures', 'skipped'].map((name) =>
        Number(new RegExp(` ${name}="(\\d+)"`).exec(suite)?.[1]),
      );
      expect(stated).toEqual(
        [/<testcase /, /<failure /, /<skipped /].map((part) => countOf(suite, part)),
      );
    }
  });

  test('only the context can fail: a baseline with few points is no failure', async () => {
    const xml = await written('junit');
    const failed = [...xml.matchAll(/classname="([^"]*)" name="[^"]*"[^>]*><failure/g)];
    const poor = sample.cells.filter(({ score }) => score !== null && score < 0.8);
    expect(poor.some(({ variant }) => variant === 'baseline')).toBe(true);
    expect(failed.map(([, name]) => name)).toEqual(
      poor
        .filter(({ variant }) => variant === 'with-context')
        .map(({ scenario, variant }) => `${scenario}.${variant}`),
    );
  });

  test('without a context the baseline is what is tested', async () => {
    const run = structuredClone(sample.run);
    run.config.variants = ['baseline'];
    const cells = sample.cells.filter(({ variant }) => variant === 'baseline');
    const xml = await written('junit', { run, cells });
    expect(countOf(xml, '<failure ')).toBe(
      cells.filter(({ score }) => score !== null && score < 0.8).length,
    );
  });

  test('a context that harms fails', async () => {
    const run = structuredClone(sample.run);
    run.verdict!.verdict = 'harms';
    run.verdict!.text = 'harms';
    expect(await written('junit', { run, cells: sample.cells })).toContain(
      '<failure message="Harms"/>',
    );
  });

  test('void cells are skipped, with their reasons', async () => {
    expect(await written('junit')).toContain(
      '<skipped message="timeout: The agent took longer than 600 s."/>',
    );
  });
});

describe('the report for programs', () => {
  test.each([
    ['any run', sample],
    ['hostile texts', evil],
  ])('is the run and its cells, unchanged: %s', async (_, whole) => {
    expect(JSON.parse(await written('json', whole))).toEqual(
      JSON.parse(JSON.stringify({ run: whole.run, cells: whole.cells })),
    );
  });
});
