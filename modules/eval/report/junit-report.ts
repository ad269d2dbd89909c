import { printable } from '../../../toolbox/printable.js';
import type {
  CellListed,
  CellView,
  CriterionScore,
  EvalRunView,
  VerdictView,
} from '../contract/run-view.js';
import { passes } from '../statistics/passes.js';
import { cellText, pointsText, scorerWords, variantWords, voidReason } from './cell-words.js';
import { headlineOf } from './headline.js';

/**
 * For programs that show tests, as JUnit XML: a suite for each scenario and variant, a test for each cell, and one for the verdict. The verdict fails if the context
 * harms. A cell fails with less than four fifths of the points, but the baseline fails nothing that is compared with it. A void cell is skipped, with its reason.
 * The cells come by scenario and variant.
 */
export async function* junitReport(
  run: EvalRunView,
  cells: AsyncIterable<CellView>,
): AsyncGenerator<string> {
  const judged = judgedOf(run);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(run.label ?? run.evalRunId)}">\n`;
  if (run.verdict !== null) yield verdictSuite(run, run.verdict);
  let begun: string | undefined;
  for await (const cell of cells) {
    const suite = `${cell.scenario}: ${variantWords[cell.variant]}`;
    if (suite !== begun) {
      if (begun !== undefined) yield '</testsuite>\n';
      begun = suite;
      yield `<testsuite name="${escaped(suite)}"${countsOf(suiteCells(run, cell), judged)}>\n`;
    }
    yield testCase(cell, judged);
  }
  yield `${begun === undefined ? '' : '</testsuite>\n'}</testsuites>\n`;
}

type Judged = CellListed['variant'];

/** The variant whose cells can fail. */
const judgedOf = ({ config }: EvalRunView): Judged =>
  config.variants.includes('with-context') ? 'with-context' : 'baseline';

const isFailed = ({ variant, score }: CellListed, judged: Judged): boolean =>
  variant === judged && score !== null && !passes(score);

function suiteCells({ scenarios }: EvalRunView, { scenario, variant }: CellView): CellListed[] {
  const solutions = scenarios.find(({ name }) => name === scenario)?.solutions ?? [];
  return solutions.find((solution) => solution.variant === variant)?.cells ?? [];
}

function countsOf(cells: readonly CellListed[], judged: Judged): string {
  const failures = cells.filter((cell) => isFailed(cell, judged)).length;
  const skipped = cells.filter(({ score }) => score === null).length;
  return ` tests="${cells.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
}

function verdictSuite(run: EvalRunView, { verdict }: VerdictView): string {
  const { text, facts } = headlineOf(run);
  const failed = verdict === 'harms';
  const failure = failed ? `<failure message="${escaped(text)}"/>` : '';
  return `<testsuite name="Verdict" tests="1" failures="${failed ? 1 : 0}" errors="0" skipped="0">
<testcase classname="verdict" name="${escaped(run.config.contextRef ?? 'context')}">${failure}<system-out>${escaped([text, ...facts].join('\n'))}</system-out></testcase>
</testsuite>
`;
}

function testCase(cell: CellView, judged: Judged): string {
  const { scenario, variant, repeat, agentSeconds } = cell;
  const time = agentSeconds === null ? '' : ` time="${agentSeconds.toFixed(3)}"`;
  return `<testcase classname="${escaped(`${scenario}.${variant}`)}" name="repeat ${repeat}"${time}>${outcome(cell, judged)}</testcase>\n`;
}

function outcome(cell: CellView, judged: Judged): string {
  const reason = voidReason(cell);
  if (cell.score === null) return `<skipped message="${escaped(reason ?? cellText(cell))}"/>`;
  const lines = [
    `${cellText(cell)} of the points`,
    ...(reason === null ? [] : [reason]),
    ...(cell.results ?? []).map(criterionLine),
  ];
  const text = escaped(lines.join('\n'));
  return isFailed(cell, judged)
    ? `<failure message="${escaped(lines[0] ?? '')}">${text}</failure>`
    : `<system-out>${text}</system-out>`;
}

const criterionLine = (result: CriterionScore): string =>
  `${result.name}: ${pointsText(result)}, by ${scorerWords[result.by]}. ${result.reasoning}`;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Signs that XML does not have are shown as escapes. In an attribute a line feed reads as a space. */
const escaped = (text: string): string =>
  printable(text)
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/[&<>"]/g, (sign) => ENTITIES.get(sign) ?? sign);
