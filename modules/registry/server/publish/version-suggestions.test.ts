import { describe, expect, it } from '@jest/globals';
import { VersionSuggestions, type Collision } from './version-suggestions.js';

const MINUTE = 60_000;

describe('suggestions of free versions', () => {
  const now = { ms: 0 };
  const suggestions = () => {
    const kept = new VersionSuggestions(() => new Date(now.ms));
    return (about: Collision, published: readonly string[]) => kept.suggest(about, published);
  };
  const collision = (fingerprint: string, more: Partial<Collision> = {}): Collision => ({
    plugin: 'acme/tools',
    taken: '1.0.0',
    fingerprint,
    bump: 'patch',
    ...more,
  });

  it('are never the same for two contents at a time, whichever part they raise', () => {
    const suggest = suggestions();
    expect(['a', 'b', 'c'].map((content) => suggest(collision(content), ['1.0.0']))).toEqual([
      '1.0.1',
      '1.0.2',
      '1.0.3',
    ]);
    const minor = ['d', 'e'].map((content) =>
      suggest(collision(content, { bump: 'minor' }), ['1.0.0']),
    );
    expect(minor).toEqual(['1.1.0', '1.2.0']);
    expect(suggest(collision('f', { plugin: 'acme/other' }), ['1.0.0'])).toBe('1.0.1');
  });

  it('are the same for one content that is sent again', () => {
    const suggest = suggestions();
    expect([suggest(collision('a'), ['1.0.0']), suggest(collision('a'), ['1.0.0'])]).toEqual([
      '1.0.1',
      '1.0.1',
    ]);
  });

  it('are free again after a minute', () => {
    const suggest = suggestions();
    suggest(collision('a'), ['1.0.0']);
    now.ms += MINUTE - 1;
    expect(suggest(collision('b'), ['1.0.0'])).toBe('1.0.2');
    now.ms += 1;
    expect(suggest(collision('c'), ['1.0.0'])).toBe('1.0.3');
    now.ms += MINUTE;
    expect(suggest(collision('d'), ['1.0.0'])).toBe('1.0.1');
  });

  it('are never a version that was published meanwhile', () => {
    const suggest = suggestions();
    suggest(collision('a'), ['1.0.0']);
    expect(suggest(collision('b'), ['1.0.0', '1.0.1', '1.0.2'])).toBe('1.0.3');
  });
});
