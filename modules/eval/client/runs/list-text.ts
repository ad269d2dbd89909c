import type { Page, Renderer } from 'svc-registry/kernel';
import type { EvalRunListed } from '../../contract/run-view.js';
import { oneLine } from '../one-line.js';
import { contextOf, headOf } from './eval-text.js';
import { pointsText } from './numbers.js';

export const evalsText: Renderer<Page<EvalRunListed>> = ({ data, next }, style) => {
  if (data.length === 0) return 'There are no evaluations. `svc eval run` starts one.';
  const rows = data.map((run) => [
    run.status === 'failed' ? style.red('failed') : headOf(run, style),
    pointsText(run.verdict?.lift ?? null),
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
