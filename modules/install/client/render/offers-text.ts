import type { TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../../toolbox/plural.js';
import { shortened } from '../../../../toolbox/shortened.js';
import type { SourceOffer } from '../../contract/results.js';
import { lineOf, oneLine } from './plugin-words.js';

const LONGEST = 160;

/** What a source offers, a line each: name, kind, size, description. */
export function offerLines(offers: readonly SourceOffer[], style: TextStyle): readonly string[] {
  if (offers.length === 0) return ['There is nothing to install.'];
  return offers.map((offer) => {
    const { kind, name, description, withheld, installed } = offer;
    const facts = [kind, ...sizeOf(offer), ...(installed ? ['installed'] : [])].join(', ');
    const why =
      withheld === null ? '' : ` ${style.yellow(`only when named: ${oneLine(withheld)}`)}`;
    const text = description === '' ? '' : `\n    ${lineOf(shortened(description, LONGEST))}`;
    return `${style.bold(oneLine(name))} ${style.dim(`(${facts})`)}${why}${text}`;
  });
}

function sizeOf({ files, bytes }: SourceOffer): readonly string[] {
  return [
    ...(files === null ? [] : [counted(files, 'file')]),
    ...(bytes === null ? [] : [sizeText(bytes)]),
  ];
}

const sizeText = (bytes: number): string =>
  bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`;
