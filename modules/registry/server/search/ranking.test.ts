import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rank, type Candidate } from './ranking.js';
import { nameStems, textStems } from './stems.js';
import type { Term } from './terms.js';
import { stemOf } from './words.js';

interface Named extends Candidate {
  readonly name: string;
}

const candidate = (name: string, description: string, found: readonly number[] = []): Named => ({
  name,
  nameWords: nameStems(name),
  descriptionWords: textStems(description),
  found: new Set(found),
});

const term = (word: string, nearness = 1): Term => ({
  word,
  stems: new Map([[stemOf(word), nearness]]),
  extra: false,
});

function order(candidates: readonly Named[], ...terms: readonly Term[]): string[] {
  const ranked = rank(candidates, { terms, name: [], phrases: [] });
  return ranked
    .toSorted((one, other) => other.score - one.score)
    .map((each) => each.candidate.name);
}

describe('ranking', () => {
  it('puts names before descriptions, and descriptions before texts', () => {
    const all = [
      candidate('a', 'x', [0]),
      candidate('b', 'deploy, and deploy, deploy'),
      candidate('deploy-c', 'x'),
    ];
    expect(order(all, term('deploy'))).toEqual(['deploy-c', 'b', 'a']);
  });

  it('puts who has all words before who has one of them in its name', () => {
    const all = [candidate('python', 'Nothing else'), candidate('checks', 'Testing for python')];
    expect(order(all, term('python'), term('test'))).toEqual(['checks', 'python']);
  });

  it('counts rare words more', () => {
    const all = [
      candidate('a', 'code'),
      candidate('b', 'code'),
      candidate('c', 'code'),
      candidate('d', 'haskell'),
    ];
    expect(order(all, term('code'), term('haskell'))[0]).toBe('d');
  });

  it('counts corrected words less', () => {
    const all = [candidate('lint', 'x'), candidate('list', 'x')];
    expect(
      order(all, {
        word: 'list',
        stems: new Map([
          ['lint', 0.7],
          ['list', 1],
        ]),
        extra: false,
      }),
    ).toEqual(['list', 'lint']);
  });

  it('calls weak what has little of what was asked for', () => {
    const ranked = rank([candidate('a', 'bread')], {
      terms: ['bread', 'sourdough', 'oven', 'flour'].map((word) => term(word)),
      name: [],
      phrases: [],
    });
    expect(ranked).toEqual([expect.objectContaining({ weak: true })]);
    expect(
      rank([candidate('a', 'bread')], { name: [], terms: [term('bread')], phrases: [] }),
    ).toEqual([expect.objectContaining({ weak: false })]);
  });

  it('gives every hit a score between nothing and one, whatever the order of the candidates', () => {
    const word = fc.constantFrom('code', 'test', 'deploy', 'python', 'review');
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    const some = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(some, fc.uniqueArray(word, { minLength: 1 }), (texts, words) => {
        const terms = { terms: words.map((each) => term(each)), name: [], phrases: [] };
        const all = texts.map(([name, description]) => candidate(name, description));
        const scores = rank(all, terms).map(({ score }) => score);
        for (const score of scores) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
        expect(
          rank(all.toReversed(), terms)
            .map(({ score }) => score)
            .toReversed(),
        ).toEqual(scores);
      }),
    );
  });
});
