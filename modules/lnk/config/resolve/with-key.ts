import type { SessionKey } from '../source/session-key.js';
import type { Offer, ResolvedConfiguration } from './resolved-configuration.js';

/** The configuration with the session's key: it is read before the file is rendered, and so by rules of its own. */
export function withKey(
  configuration: ResolvedConfiguration,
  key: SessionKey,
): ResolvedConfiguration {
  const resolved = configuration.offersOf('key');
  const kept = key.fromFile ? resolved : resolved.filter(({ source }) => source.kind !== 'file');
  const offers = kept.map((offer): Offer =>
    offer.source.kind === 'file' ? { ...offer, value: key.fileValue } : offer,
  );
  const random: Offer = { value: key.value, source: { kind: 'default' } };
  return configuration.with('key', [...offers, ...(offers.length === 0 ? [random] : [])]);
}
