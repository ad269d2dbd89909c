import type { KeyNode } from './file-key.js';

const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[^])/y;

/** Where in the text a character of a string's value is written. For texts that are folded or indented it is where the string begins. */
export function writtenOffset(text: string, { from, to, value }: KeyNode, at: number): number {
  const raw = text.slice(from, to);
  const verbatim = raw.indexOf(value.slice(0, at));
  const opening = /^(?:"""|'''|["'])?\r?\n?/.exec(raw)?.[0].length ?? 0;
  if (verbatim !== -1 && verbatim <= opening) return from + opening + at;
  const quote = raw[0];
  return quote === '"' || quote === "'" ? from + behindEscapes(raw, { quote, at }) : from;
}

function behindEscapes(
  raw: string,
  { quote, at }: { readonly quote: '"' | "'"; readonly at: number },
): number {
  let position = 1;
  for (let decoded = 0; decoded < at && position < raw.length; decoded++) {
    ESCAPE.lastIndex = position;
    const escape = quote === '"' ? ESCAPE.exec(raw)?.[0] : undefined;
    // one escape of a character that takes two UTF-16 units
    if (escape !== undefined && /^\\U000[1-9a-f]|^\\U0010/i.test(escape)) decoded++;
    // YAML doubles a single quote in single quotes
    const doubled = quote === "'" && raw.startsWith("''", position);
    position += escape?.length ?? (doubled ? 2 : 1);
  }
  return position;
}
