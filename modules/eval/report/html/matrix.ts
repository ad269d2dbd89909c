import type { Matrix, MatrixCell, MatrixRow } from '../matrix.js';
import { markup, none, type Markup } from './markup.js';

/** Scenario × variant × repeat; each cell links to its evidence. */
export const matrixMarkup = ({ variants, repeats, compares, rows }: Matrix): Markup => markup`
<p class="soft">By scenario, variant and repeat, rounded down.${compares ? ' The difference is in percentage points.' : ''}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Scores of all cells"><table class="matrix">
<thead>
<tr><th scope="col" rowspan="2">Scenario</th>${variants.map(
  ({ name }) =>
    markup`<th class="group" scope="colgroup" colspan="${repeats.length + 1}">${name}</th>`,
)}${compares ? markup`<th class="group" scope="col" rowspan="2">Difference</th>` : none}</tr>
<tr>${variants.map(
  () =>
    markup`${repeats.map((repeat) => markup`<th${repeat === 1 ? markup` class="group"` : none} scope="col">${repeat}</th>`)}<th scope="col">Mean</th>`,
)}</tr>
</thead>
<tbody>${rows.map((row) => rowMarkup(row, compares))}</tbody>
</table></div>`;

const rowMarkup = (
  { scenario, groups, difference }: MatrixRow,
  compares: boolean,
): Markup => markup`
<tr><th scope="row">${scenario}</th>${groups.map(
  ({ cells, mean }) => markup`${cells.map(cellMarkup)}<td class="mean">${mean ?? '–'}</td>`,
)}${compares ? markup`<td class="group mean">${difference ?? '–'}</td>` : none}</tr>`;

function cellMarkup(cell: MatrixCell | null, at: number): Markup {
  const group = at === 0 ? markup` class="group"` : none;
  if (cell === null) return markup`<td${group}>–</td>`;
  const { cellId, text, grade, reason } = cell;
  const title = reason === null ? none : markup` title="${reason.slice(0, 300)}"`;
  return markup`<td${group}><a class="grade ${grade}" href="#cell-${cellId}"${title}>${text}</a></td>`;
}
