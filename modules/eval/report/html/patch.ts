import { markup, type Markup } from './markup.js';

const HEADER = /^(\+\+\+|---) /;

type Kind = 'added' | 'removed' | 'other';

function kindOf(line: string): Kind {
  if (HEADER.test(line)) return 'other';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : 'other';
}

/** A patch with added and removed lines marked; neighbours of one kind share an element, which keeps large reports fast. */
export function patchMarkup(patch: string): Markup[] {
  const runs: { kind: Kind; lines: string[] }[] = [];
  for (const line of patch.split('\n')) {
    const kind = kindOf(line);
    const last = runs.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else runs.push({ kind, lines: [line] });
  }
  return runs.map(({ kind, lines }) => {
    const text = lines.join('\n');
    if (kind === 'added') return markup`<ins>${text}</ins>`;
    // a block needs no line feed around it
    return kind === 'removed' ? markup`<del>${text}</del>` : markup`<span>${text}\n</span>`;
  });
}
