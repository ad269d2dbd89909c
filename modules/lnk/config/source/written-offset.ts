import type { KeyNode } from './file-key.js';

const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[^])/y;

/** Where in the text a character of a string's value is written. For texts that are folded or indented it is where the string begins. */
export function writtenOffset(text: string, { from, to, value }: KeyNode, at: number): number {
  const raw = text.slice(from, to);
  const verbatim = raw.indexOf(value.slice(0, at));
  const opening = /^(?:"""|'''|["'])?\r?\n?/.exec(raw)?.[0].length ?? 0;
  if (verbatim !== -1 && verbatim <= opening) return from + opening + at;
  const quote = raw[0];
  return quote === '"' || quote === "'" ? from + behindEscapes(raw, { quote, at, opening }) : from;
}

interface Quoted {
  readonly quote: '"' | "'";
  /** Of the value. */
  readonly at: number;
  /** Characters before the value. */
  readonly opening: number;
}

function behindEscapes(raw: string, { quote, at, opening }: Quoted): number {
  let position = opening;
  for (let decoded = 0; decoded < at && position < raw.length;) {
    const written = quote === '"' ? escapeAt(raw, position) : doubledAt(raw, position);
    position += written.length;
    // one escape of a character that takes two UTF-16 units
    decoded += /^\\U00(?:0[1-9a-fA-F]|10)/.test(written) ? 2 : 1;
  }
  return position;
}

function escapeAt(raw: string, position: number): string {
  ESCAPE.lastIndex = position;
  return ESCAPE.exec(raw)?.[0] ?? raw.charAt(position);
}

/** YAML doubles a single quote in single quotes. */
const doubledAt = (raw: string, position: number): string =>
  raw.startsWith("''", position) ? "''" : raw.charAt(position);
