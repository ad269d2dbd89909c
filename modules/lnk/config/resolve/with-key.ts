import type { LosingKey, SessionKey } from '../source/session-key.js';
import type { Source } from './configuration.js';
import type { Offer, ResolvedConfiguration } from './resolved-configuration.js';

/** The source of an offset in the file as written. */
export type SourceAsWritten = (offset: number) => Source;

type Key = Pick<SessionKey, 'value' | 'source' | 'at'>;

/** The configuration with the session's key, which is read by rules of its own, before the file is rendered. */
export function withKey(
  configuration: ResolvedConfiguration,
  key: SessionKey,
  at: SourceAsWritten,
): ResolvedConfiguration {
  const offer = (one: Key | LosingKey): Offer => ({ value: one.value, source: sourceOf(one, at) });
  return configuration.with('key', [key, ...key.losers].map(offer));
}

function sourceOf({ source, at }: Key | LosingKey, sourceAt: SourceAsWritten): Source {
  switch (source) {
    case 'flag':
      return { kind: 'flag', name: '--key' };
    case 'environment':
      return { kind: 'environment', name: 'LNK_KEY' };
    case 'file':
      return sourceAt(at ?? 0);
    case 'random':
      return { kind: 'default' };
  }
}
