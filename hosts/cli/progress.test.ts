import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sizeText } from './text-style.js';
import { widthOf } from './text-layout.js';
import { progressBar, terminalProgress } from './progress.js';
import type { Terminal } from './terminal.js';
import { plainStyle } from '../testing/plain-style.js';

const style = plainStyle();
const look = (columns: number, unicode = true) => ({ columns, unicode, style });
const amount = { phase: 'Fetching', done: 3.5, total: 12, bytes: 1_234_567 };

describe('a progress bar', () => {
  it.each<[number, string]>([
    [80, 'Fetching ███████░░░░░░░░░░░░░░░░░ 3/12 1.2 MB acme/tools'],
    [48, 'Fetching ████░░░░░░░░░ 3/12 1.2 MB acme/tools'],
    [36, 'Fetching █░░░░ 3/12 1.2 MB acme/t'],
    [28, 'Fetching 3/12 1.2 MB'],
    [12, 'Fetching '],
    [1, ''],
  ])('in %i columns', (columns, line) => {
    expect(progressBar('acme/tools', amount, look(columns))).toBe(line);
  });

  it('has plain characters where the terminal knows no others, and no bytes where none were counted', () => {
    const line = progressBar(
      'acme/tools',
      { phase: 'Fetching', done: 1, total: 2 },
      look(60, false),
    );
    expect(line).toBe('Fetching ############------------ 1/2 acme/tools');
  });

  it.each([
    [{ done: 5, total: 2 }, 'Fetching # 2/2'],
    [{ done: 0, total: 0 }, 'Fetching - 0/1'],
    [{ done: -1, total: 2 }, 'Fetching - 0/2'],
  ])('stays a bar for %j', (odd, line) => {
    expect(
      progressBar('', { phase: 'Fetching', ...odd }, look(60, false)).replace(/([#-])\1+/, '$1'),
    ).toBe(line);
  });

  it('leaves three columns free, whatever the terminal and the names are', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[a-z]{0,40}\/[a-z]{0,40}$/),
    );
    const amounts = fc.record({
      done: fc.double({ min: 0, max: 500, noNaN: true }),
      total: fc.nat(500),
      bytes: fc.nat(100_000_000),
    });
    fc.assert(
      fc.property(
        names,
        amounts,
        fc.integer({ min: 1, max: 300 }),
        (name, { done, total, bytes }, columns) => {
          const line = progressBar(name, { phase: 'Fetching', done, total, bytes }, look(columns));
          expect(widthOf(line)).toBeLessThanOrEqual(Math.max(0, columns - 3));
        },
      ),
    );
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [999_949, '999.9 kB'],
    [999_950, '1.0 MB'],
    [32_000_000, '32.0 MB'],
  ])('tells %i bytes as %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});

describe('progress', () => {
  const terminal = (animated: boolean) => {
    const [statuses, lines] = [[] as string[], [] as string[]];
    const made: Terminal = {
      style,
      interactive: animated,
      animated,
      columns: () => 60,
      out: () => undefined,
      text: () => undefined,
      err: (text) => void lines.push(text),
      status: (text) => void statuses.push(text),
    };
    return { made, statuses, lines };
  };
  const work = (made: Terminal, json = false): void => {
    const progress = terminalProgress(made, { env: { LANG: 'C' }, json });
    progress.step('Waiting');
    progress.step('acme/a', { phase: 'Fetching', done: 0, total: 2 });
    progress.step('acme/a', { phase: 'Fetching', done: 0.5, total: 2, bytes: 500 });
    progress.step('acme/b', { phase: 'Fetching', done: 0.5, total: 2, bytes: 500 });
    progress.step('acme/a', { phase: 'Fetching', done: 1, total: 2, bytes: 1000 });
    progress.note('noted');
    progress.warn('warned');
  };

  it('is one line that is replaced where that is possible', () => {
    const { made, statuses, lines } = terminal(true);
    work(made);
    expect(statuses).toHaveLength(5);
    expect(statuses[4]).toMatch(/^Fetching #+-+ 1\/2 1\.0 kB acme\/a$/);
    expect(lines).toEqual(['noted', 'warning: warned']);
  });

  it('is one line for each piece elsewhere', () => {
    const { made, statuses, lines } = terminal(false);
    work(made);
    expect(statuses).toEqual([]);
    expect(lines).toEqual([
      'Fetching acme/a (1 of 2)',
      'Fetching acme/b (2 of 2)',
      'noted',
      'warning: warned',
    ]);
  });

  it('counts what is done of a run elsewhere, of which not every piece is seen', () => {
    const { made, lines } = terminal(false);
    const progress = terminalProgress(made, { env: {}, json: false });
    progress.step('a', { phase: 'Fetching', done: 1, total: 2 });
    progress.step('part 1', { phase: 'Checking', done: 0, total: 60 });
    progress.step('part 8', { phase: 'Checking', done: 7, total: 60 });
    progress.step('part 60\nerror: none', { phase: 'Checking', done: 60, total: 60 });
    expect(lines).toEqual([
      'Fetching a (2 of 2)',
      'Checking part 1 (1 of 60)',
      'Checking part 8 (8 of 60)',
      'Checking part 60\\u000aerror: none (60 of 60)',
    ]);
  });

  it.each([true, false])(
    'is nothing for programs, only notes and warnings are (terminal: %s)',
    (animated) => {
      const { made, statuses, lines } = terminal(animated);
      work(made, true);
      expect([statuses, lines]).toEqual([[], ['noted', 'warning: warned']]);
    },
  );

  it('lets no name steer the terminal', () => {
    const { made, statuses } = terminal(true);
    terminalProgress(made, { env: {}, json: false }).step('\u001b[2J\nx', {
      phase: 'Fetching',
      done: 0,
      total: 1,
    });
    expect(statuses.join()).toMatch(/ \\u001b\[2J\\u000ax$/);
  });
});
