import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { overrideScore, showCell, showEval } from '../../contract/run-operations.js';
import type { CellView, CriterionScore } from '../../contract/run-view.js';
import {
  cellText,
  pointsText,
  scorerWords,
  variantWords,
  voidReason,
} from '../../report/cell-words.js';
import { scoreOf } from '../../report/numbers.js';
import { nameOf } from './run-name.js';

const template = new URL('cell.njk', import.meta.url);

type Params = 'id' | 'cell';

/** Shows a solution with the evidence of its score, and takes the points of a person who judges otherwise. */
export class CellPage implements Page<Params> {
  async get({ params: { id, cell }, invoke }: PageRequest<Params>) {
    const run = await invoke(showEval, { id });
    const shown = await invoke(showCell, { id, cell });
    const scenario = run.scenarios.find(({ name }) => name === shown.scenario);
    const results = shown.results ?? [];
    return view(template, {
      run: { id: run.evalRunId, name: nameOf(run), workspace: run.workspace },
      cellId: shown.cellId,
      scenario: shown.scenario,
      solution: `${variantWords[shown.variant]}, repeat ${shown.repeat}`,
      text: cellText(shown),
      reason: voidReason(shown) ?? '',
      isVoid: shown.status === 'void',
      goesOn: shown.status === 'pending' || shown.status === 'running',
      task: scenario?.task ?? '',
      results: results.map(resultOf),
      criteria: results.map(({ name, maxScore }) => `${name} (${scoreOf(maxScore)} at most)`),
      evidence: shown.evidence,
      answer: shown.answer ?? '',
      diff: shown.diff ?? '',
      isKept: shown.diff !== null,
      transcript: shown.transcript ?? '',
      remarks: remarksOn(shown),
    });
  }

  async post({ params: { id, cell }, form, invoke }: PageRequest<Params>) {
    const { results } = await invoke(showCell, { id, cell });
    const chosen = results?.[Number(form.get('criterion') ?? NaN)];
    await invoke(overrideScore, {
      id,
      cell,
      criterion: chosen?.name ?? '',
      score: Number(form.get('score')?.replace(',', '.') || NaN),
      reason: form.get('reason') ?? '',
    });
    return redirect(`/evals/${id}/cells/${cell}`, {
      notice: 'The points are changed, and so are the statistics of the evaluation.',
    });
  }
}

const resultOf = (result: CriterionScore) => ({
  name: result.name,
  points: pointsText(result),
  by: scorerWords[result.by],
  reasoning: result.reasoning,
  quote: result.quote ?? '',
});

function remarksOn({ agentSeconds, retries, cached, activatedSkills }: CellView): string[] {
  const loaded = activatedSkills?.join(', ') ?? '';
  return [
    ...(agentSeconds === null ? [] : [`The agent took ${Math.ceil(agentSeconds)} s.`]),
    ...(retries === 0 ? [] : [`Attempts that failed before: ${retries}.`]),
    ...(cached ? ['The result is taken over from an earlier run.'] : []),
    ...(loaded === '' ? [] : [`The agent loaded: ${loaded}.`]),
  ];
}
