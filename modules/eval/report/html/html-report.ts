import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import type { CellView, EvalRunView, EvalScenarioView } from '../../contract/run-view.js';
import { headlineOf } from '../headline.js';
import { matrixOf } from '../matrix.js';
import { runFacts, variantRows } from '../run-facts.js';
import { shortenedMiddle } from '../shortened-middle.js';
import { cellMarkup, MOST_OF_EACH } from './cell.js';
import { Markup, markup, none } from './markup.js';
import { matrixMarkup } from './matrix.js';
import { style } from './style.js';

/** One file without scripts that requests nothing, for people. The cells come by scenario. */
export async function* htmlReport(
  run: EvalRunView,
  cells: AsyncIterable<CellView>,
): AsyncGenerator<string> {
  yield head(run).html;
  const scenarios = new Map(run.scenarios.map((scenario) => [scenario.name, scenario]));
  let begun: string | undefined;
  for await (const cell of cells) {
    if (cell.scenario !== begun) {
      if (begun !== undefined) yield '</section>';
      begun = cell.scenario;
      yield scenarioHead(begun, scenarios.get(begun)).html;
    }
    yield cellMarkup(cell).html;
  }
  yield `${begun === undefined ? '' : '</section>'}\n</main>\n</body>\n</html>\n`;
}

// the policy holds even if a text should break out of its place
const head = (run: EvalRunView): Markup => markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(run)}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<h1>${titleOf(run)}</h1>
${verdictMarkup(run)}
${run.statistics.length === 0 ? none : statisticsMarkup(run)}
<details><summary>What was evaluated</summary><div><dl>${runFacts(run).map(
  ([name, text]) => markup`<dt>${name}</dt><dd>${text}</dd>`,
)}</dl>${linkMarkup(run.web)}</div></details>
<h2>Scores</h2>
${matrixMarkup(matrixOf(run))}
${excludedMarkup(run.scenarios)}
<p class="soft">Of each diff and transcript at most ${MOST_OF_EACH.toLocaleString('en')} characters are shown below. The JSON report has all that is kept.</p>
`;

const titleOf = ({ label, config }: EvalRunView): string =>
  label ?? `Evaluation of ${config.contextRef ?? 'scenarios without a context'}`;

function verdictMarkup(run: EvalRunView): Markup {
  const { text, tone, facts } = headlineOf(run);
  return markup`<p class="verdict ${tone}"><strong>${text}</strong> · ${facts.join(' · ')}</p>`;
}

const statisticsMarkup = ({ statistics }: EvalRunView): Markup => markup`
<div class="scroll" tabindex="0" role="region" aria-label="Statistics of the variants"><table class="few">
<thead><tr><th scope="col">Variant</th><th scope="col">Mean score</th><th scope="col">95% interval</th><th scope="col">Passed by any repeat</th><th scope="col">Passed by all</th><th scope="col">Loaded a skill</th></tr></thead>
<tbody>${variantRows(statistics).map(
  ({ name, mean, interval, passAt, passAll, activation }) =>
    markup`<tr><th scope="row">${name}</th><td>${mean}</td><td>${interval}</td><td>${passAt}</td><td>${passAll}</td><td>${activation}</td></tr>`,
)}</tbody>
</table></div>
<p class="soft">A solution passes with at least 80% of the points.</p>`;

const linkMarkup = (web: string | undefined): Markup =>
  web !== undefined && parsedUrl(web)?.protocol.startsWith('http') === true
    ? markup`<p><a href="${web}">The page of this evaluation</a></p>`
    : none;

function excludedMarkup(scenarios: readonly EvalScenarioView[]): Markup {
  const excluded = scenarios.filter(({ qualityFilterStatus: status }) => status === 'rejected');
  if (excluded.length === 0) return none;
  return markup`
<h2>Excluded by the quality check</h2>
<ul>${excluded.map(
    ({ name, qualityAssessment }) =>
      markup`<li>${name}: ${shortenedMiddle(qualityAssessment?.notes.join(' ') ?? 'no reason is known', 2000)}</li>`,
  )}</ul>`;
}

const scenarioHead = (name: string, scenario: EvalScenarioView | undefined): Markup => markup`
<section class="scenario">
<h2>${name}</h2>
${
  scenario === undefined
    ? none
    : markup`<details><summary>Task</summary><div><p class="text">${shortenedMiddle(scenario.task, MOST_OF_EACH)}</p></div></details>`
}`;
