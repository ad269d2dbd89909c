import { counted } from '../../../../../toolbox/plural.js';
import { parsedUrl } from '../../../../../toolbox/parsed-url.js';

const UNITS = ['KB', 'MB', 'GB'] as const;

/** `812 bytes`, `14 KB`, `3.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  let [size, unit] = [bytes / 1000, 0];
  for (; size >= 999.5 && unit < UNITS.length - 1; unit += 1) size /= 1000;
  return `${size < 9.95 ? size.toFixed(1) : size.toFixed(0)} ${UNITS[unit] ?? ''}`;
}

/** A web address without what all of them have: `github.com/acme/tools`. */
export const shownAddress = (text: string): string =>
  text.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');

/** The text as the address of a link; `undefined` for what is none that a browser may follow. */
export function webAddress(text: string): string | undefined {
  const url = parsedUrl(text);
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}
