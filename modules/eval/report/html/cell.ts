import type { CellView, CriterionScore } from '../../contract/run-view.js';
import {
  cellText,
  gradeOf,
  pointsText,
  scorerWords,
  variantWords,
  voidReason,
} from '../cell-words.js';
import { shortenedMiddle } from '../shortened-middle.js';
import { markup, none, type Markup } from './markup.js';
import { patchMarkup } from './patch.js';

/** Characters of a diff and of a transcript, so that a report of a thousand cells opens at once. */
export const MOST_OF_EACH = 6000;
/** Of other texts. */
const MOST = 2000;

/** A solution with the evidence of its score. Links to it open it: their target is inside. */
export function cellMarkup(cell: CellView): Markup {
  const name = `${variantWords[cell.variant]}, repeat ${cell.repeat}`;
  return markup`
<details>
<summary>${name}: <span class="grade ${gradeOf(cell.score)}">${cellText(cell)}</span> <span class="soft">${remarks(cell)}</span></summary>
<div id="cell-${cell.cellId}">
${reasonMarkup(cell)}
${cell.results === null ? none : criteriaMarkup(cell.results)}
${evidenceMarkup(cell)}
<div class="sides">
${side(`Changes of ${name}`, cell.diff, patchMarkup)}
${side(`Transcript of ${name}`, cell.transcript, (text) => [markup`${text}`])}
</div>
</div>
</details>`;
}

function remarks({ agentSeconds, retries, cached, activatedSkills }: CellView): string {
  return [
    ...(agentSeconds === null ? [] : [`${Math.ceil(agentSeconds)} s`]),
    ...(retries === 0 ? [] : [`after ${retries} failed ${retries === 1 ? 'attempt' : 'attempts'}`]),
    ...(cached ? ['taken over from an earlier run'] : []),
    ...(activatedSkills === null || activatedSkills.length === 0
      ? []
      : [`loaded ${activatedSkills.join(', ')}`]),
  ].join(' · ');
}

function reasonMarkup(cell: CellView): Markup {
  const reason = voidReason(cell);
  if (reason === null) return none;
  const effect = cell.status === 'void' ? 'Does not count' : 'The agent failed';
  return markup`<p class="problem text">${effect}: ${shortenedMiddle(reason, MOST)}</p>`;
}

const criteriaMarkup = (results: readonly CriterionScore[]): Markup => markup`
<div class="scroll"><table class="criteria">
<thead><tr><th scope="col">Criterion</th><th scope="col">Points</th><th scope="col">Decided by</th><th scope="col">Why</th></tr></thead>
<tbody>${results.map(criterionMarkup)}</tbody>
</table></div>`;

const criterionMarkup = (result: CriterionScore): Markup => markup`
<tr><th scope="row">${shortenedMiddle(result.name, MOST)}</th><td>${pointsText(result)}</td><td>${scorerWords[result.by]}</td><td class="text">${shortenedMiddle(result.reasoning, MOST)}${
  result.quote === null
    ? none
    : markup`<blockquote>${shortenedMiddle(result.quote, MOST)}</blockquote>`
}</td></tr>`;

function evidenceMarkup({ evidence, answer }: CellView): Markup {
  const items = evidence.map((line) => markup`<li>${shortenedMiddle(line, MOST)}</li>`);
  return markup`
${items.length === 0 ? none : markup`<h3>Whether the context was seen</h3><ul>${items}</ul>`}
${answer === null || answer === '' ? none : markup`<h3>Last message</h3><p class="text">${shortenedMiddle(answer, MOST)}</p>`}`;
}

function side(
  label: string,
  text: string | null,
  inside: (shown: string) => readonly Markup[],
): Markup {
  const [title = ''] = label.split(' ');
  if (text === null || text === '')
    return markup`<section><h3>${title}</h3><p class="soft">None.</p></section>`;
  return markup`<section><h3>${title}</h3><pre tabindex="0" role="region" aria-label="${label}"><code>${inside(shortenedMiddle(text, MOST_OF_EACH))}</code></pre></section>`;
}
