import Table from 'cli-table3';
import type { TextStyle } from 'svc-registry/kernel';

const NO_LINES = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' },
};

/** Aligned columns under dim headings, without lines. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], style: TextStyle): string {
  const grid = new Table({ chars: NO_LINES, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] } });
  grid.push(
    headings.map((heading) => style.dim(heading)),
    ...rows.map((row) => [...row]),
  );
  return grid
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A table of a list's page, or a sentence when it is empty. */
export function listText(
  list: { readonly rows: readonly (readonly string[])[]; readonly more: boolean },
  headings: readonly string[],
  style: TextStyle,
): string {
  const body = table(headings, list.rows, style);
  return list.more ? `${body}\n${style.dim('There are more; see --page-size and --after.')}` : body;
}
