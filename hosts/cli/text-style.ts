import type { TextStyle } from 'svc-registry/kernel';
import pc from 'picocolors';
import { textTable } from './text-layout.js';

/** Decimal units, as file managers have them. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [value, unit] = bytes < 999_950 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toFixed(1)} ${unit}`;
}

export interface Look extends Pick<TextStyle, 'reader'> {
  readonly colours: boolean;
  /** Columns that renderers see. */
  readonly width: number;
  /** Columns that a table may take; unlimited where the output is not read on a terminal. */
  readonly limit: number;
}

/** The formats that renderers use for people. */
export function textStyle({ reader, colours, width, limit }: Look): TextStyle {
  const { bold, dim, red, green, yellow, cyan } = pc.createColors(colours);
  return {
    reader,
    width,
    bold,
    dim,
    red,
    green,
    yellow,
    cyan,
    table: (headings, rows) =>
      textTable(
        headings.map((heading) => (heading === '' ? '' : dim(heading))),
        rows,
        limit,
      ),
    size: sizeText,
    day: (instant) => instant.slice(0, 10),
    time: (instant) => `${instant.slice(0, 19).replace('T', ' ')} UTC`,
  };
}
