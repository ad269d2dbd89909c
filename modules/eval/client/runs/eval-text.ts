/** A run as text for people: the verdict first, the next step last. */
import type { Renderer, TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../../toolbox/plural.js';
import type { EvalRunListed, EvalRunView, EvalScenarioView } from '../../contract/run-view.js';
import type { Variant } from '../../contract/words.js';
import { voidReason } from '../../report/cell-words.js';
import { headlineOf } from '../../report/headline.js';
import { pairedDifference } from '../../report/matrix.js';
import { liftOf, percentOf } from '../../report/numbers.js';
import { oneLine } from '../one-line.js';
import { withModel } from '../run/plan-text.js';

/** Void cells that are listed one by one; the report has all. */
const MOST_VOID = 10;

export const evalText: Renderer<EvalRunView> = (run, style) => {
  const { label, status, web } = run;
  const over = status === 'pending' ? [] : [...table(run, style), ...voidLines(run, style)];
  return [
    `${headOf(run, style)}  ${style.bold(contextOf(run))}${label === null ? '' : `  ${oneLine(label)}`}`,
    ...(status === 'pending' ? [] : headlineOf(run).facts.map(oneLine)),
    style.dim(idLine(run)),
    ...over,
    ...rejectedLines(run, style),
    '',
    `${style.bold('Next:')} ${nextOf(run)}`,
    ...(web === undefined ? [] : [oneLine(web)]),
  ].join('\n');
};

/** The verdict in its colour, else the state. */
export function headOf(run: EvalRunListed, style: TextStyle): string {
  const { text, tone } = headlineOf(run);
  const shown = oneLine(text);
  if (run.verdict?.verdict === 'underpowered') return style.yellow(shown);
  if (tone === 'neutral') return shown;
  return tone === 'good' ? style.green(shown) : style.red(shown);
}

/** What was evaluated. */
export function contextOf({ config, published }: EvalRunListed): string {
  const { contextRef, contextCommit, contextType } = config;
  if (contextType === 'no-context' || contextRef === null) return 'the baseline alone';
  const at = contextCommit === null ? '' : ` at ${contextCommit.slice(0, 7)}`;
  return oneLine(`${published ?? contextRef}${at}`);
}

function idLine({ evalRunId, config, retryOf, credits }: EvalRunView): string {
  const { agent, model, scorerAgent, scorerModel, skipScoring, runs } = config;
  const judge = skipScoring ? 'not scored' : `scored by ${withModel(scorerAgent, scorerModel)}`;
  const again = retryOf === null ? '' : `, repeats ${retryOf}`;
  return `Run ${evalRunId}: solved by ${withModel(agent, model)}, ${judge}, ${counted(runs, 'repeat')}, ${counted(credits, 'credit')}${again}`;
}

function table({ scenarios, config: { variants } }: EvalRunView, style: TextStyle): string[] {
  const included = scenarios.filter(
    ({ qualityFilterStatus }) => qualityFilterStatus === 'included',
  );
  if (included.length === 0) return [];
  const both = variants.length > 1;
  const rows = included.map((scenario) => [
    oneLine(scenario.name),
    ...variants.map((variant) => textOf(meanOf(scenario, variant), percentOf)),
    ...(both ? [textOf(pairedDifference(scenario), liftOf)] : []),
  ]);
  return ['', style.table(['scenario', ...variants, ...(both ? ['lift'] : [])], rows)];
}

const meanOf = ({ solutions }: EvalScenarioView, variant: Variant): number | null =>
  solutions.find((solution) => solution.variant === variant)?.mean ?? null;

const textOf = (value: number | null, shown: (value: number) => string): string =>
  value === null ? '-' : shown(value);

function voidLines({ scenarios }: EvalRunView, style: TextStyle): string[] {
  const cells = scenarios
    .flatMap(({ solutions }) => solutions.flatMap((solution) => solution.cells))
    .filter((cell) => cell.status === 'void');
  const lines = cells.slice(0, MOST_VOID).map((cell) => {
    const { scenario, variant, repeat } = cell;
    const why = voidReason(cell) ?? 'no reason is known';
    return `${style.yellow('void')} ${oneLine(`${scenario}, ${variant}, repeat ${repeat}: ${why}`)}`;
  });
  const rest = cells.length - lines.length;
  return lines.length === 0 ? [] : ['', ...lines, ...(rest > 0 ? [`and ${rest} more`] : [])];
}

function rejectedLines({ scenarios }: EvalRunView, style: TextStyle): string[] {
  const rejected = scenarios.filter(
    ({ qualityFilterStatus }) => qualityFilterStatus === 'rejected',
  );
  if (rejected.length === 0) return [];
  const lines = rejected.map(({ name, qualityAssessment }) => {
    const why = qualityAssessment?.notes.join(' ') ?? '';
    return `${style.yellow('left out')} ${oneLine(`${name}${why === '' ? '' : `: ${why}`}`)}`;
  });
  return ['', ...lines];
}

function nextOf({ status, evalRunId }: EvalRunView): string {
  if (status === 'pending') return `svc eval view --wait ${evalRunId}`;
  if (status === 'failed') return `svc eval retry ${evalRunId}`;
  return `svc eval view ${evalRunId} --report report.html`;
}
