import type { CellView, EvalRunView } from '../contract/run-view.js';

/** The run and its cells as the operations show them, for programs; a cell on each line. */
export async function* jsonReport(
  run: EvalRunView,
  cells: AsyncIterable<CellView>,
): AsyncGenerator<string> {
  yield `{"run":${JSON.stringify(run)},\n"cells":[`;
  let separator = '\n';
  for await (const cell of cells) {
    yield `${separator}${JSON.stringify(cell)}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}
