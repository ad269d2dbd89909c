import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Bump } from '../../contract/tile-inputs.js';
import { VersionSuggestions } from './version-suggestions.js';

const MINUTE = 60_000;

describe('suggestions of free versions', () => {
  const now = { ms: 0 };
  let suggestions: VersionSuggestions;
  beforeEach(() => {
    suggestions = new VersionSuggestions(() => new Date(now.ms));
  });
  const suggest = (
    fingerprint: string,
    published = ['1.0.0'],
    { plugin = 'acme/tools', bump = 'patch' }: { plugin?: string; bump?: Bump } = {},
  ) => suggestions.suggest(plugin, { version: '1.0.0', fingerprint, bump }, published);

  it('are never the same for two contents at a time, whichever part they raise', () => {
    expect([suggest('a'), suggest('b'), suggest('c')]).toEqual(['1.0.1', '1.0.2', '1.0.3']);
    const minor = ['d', 'e'].map((content) => suggest(content, ['1.0.0'], { bump: 'minor' }));
    expect(minor).toEqual(['1.1.0', '1.2.0']);
    expect(suggest('f', ['1.0.0'], { plugin: 'acme/other' })).toBe('1.0.1');
  });

  it('are the same for one content that is sent again', () => {
    expect([suggest('a'), suggest('a')]).toEqual(['1.0.1', '1.0.1']);
  });

  it('are free again after a minute', () => {
    suggest('a');
    now.ms += MINUTE - 1;
    expect(suggest('b')).toBe('1.0.2');
    now.ms += 1;
    expect(suggest('c')).toBe('1.0.3');
    now.ms += MINUTE;
    expect(suggest('d')).toBe('1.0.1');
  });

  it('are never a version that was published meanwhile', () => {
    suggest('a');
    expect(suggest('b', ['1.0.0', '1.0.1', '1.0.2'])).toBe('1.0.3');
  });
});
