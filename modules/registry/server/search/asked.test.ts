import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { askedOf } from './asked.js';

describe('a query', () => {
  it('counts each word once, without the words that say nothing', () => {
    expect(askedOf('How do I review the review?').words).toEqual(['review']);
    expect(askedOf('how to').words).toEqual(['how', 'to']);
    expect(askedOf('?!').words).toEqual([]);
  });

  it('may end within a word', () => {
    expect(askedOf('code rev').beginning).toBe('rev');
    expect(askedOf('code rev ').beginning).toBeUndefined();
    expect(askedOf('what it is').beginning).toBe('is');
    expect(askedOf('review it').beginning).toBeUndefined();
  });

  it('has neighbouring words as one, too', () => {
    expect(askedOf('fast api').joined).toEqual(['fastapi']);
  });

  it('has phrases between quotes, and keeps all their words', () => {
    expect(askedOf('"how to test" python')).toMatchObject({
      words: ['how', 'to', 'test', 'python'],
      phrases: [['how', 'to', 'test']],
    });
    expect(askedOf('"one" "').phrases).toEqual([]);
  });

  it('asks for so much and no more, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (query) => {
        const { words, joined, phrases } = askedOf(query);
        expect(words.length).toBeLessThanOrEqual(8);
        expect(joined.length).toBeLessThanOrEqual(13);
        expect(phrases.length).toBeLessThanOrEqual(4);
      }),
    );
  });
});
