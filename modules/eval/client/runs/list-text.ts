import type { Page, Renderer, TextStyle } from 'svc-registry/kernel';
import type { EvalRunListed } from '../../contract/run-view.js';
import { liftOf } from '../../report/numbers.js';
import { oneLine } from '../one-line.js';
import { contextOf, headOf } from './eval-text.js';

export const evalsText: Renderer<Page<EvalRunListed>> = ({ data, next }, style) => {
  if (data.length === 0) return 'No evaluations were found. `svc eval run` starts one.';
  const rows = data.map((run) => [
    stateOf(run, style),
    run.verdict?.lift == null ? '-' : liftOf(run.verdict.lift),
    contextOf(run),
    String(run.scenariosCount),
    oneLine(run.label ?? ''),
    style.reader === 'agent' ? run.createdAt : style.time(run.createdAt),
    run.evalRunId,
  ]);
  const headings = ['verdict', 'lift', 'context', 'scenarios', 'label', 'started', 'id'];
  const table = style.table(headings, rows);
  return next === null ? table : `${table}\n\n${style.dim('There are more: raise --limit.')}`;
};

/** A list has no room for reasons and sentences. */
function stateOf(run: EvalRunListed, style: TextStyle): string {
  const { status, verdict } = run;
  if (status === 'failed') return style.red('failed');
  return verdict === null ? status : headOf(run, style);
}
