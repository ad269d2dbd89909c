/** A run as text for people: the verdict first, the next step last. */
import type { Renderer, TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../../toolbox/plural.js';
import type {
  CoverageView,
  EvalRunListed,
  EvalRunView,
  EvalScenarioView,
  VerdictView,
} from '../../contract/run-view.js';
import type { Variant, VerdictName } from '../../contract/words.js';
import { oneLine } from '../one-line.js';
import { withModel } from '../run/plan-text.js';
import { percentText, pointsText, probabilityText, rangeText } from './numbers.js';

/** Void cells that are listed one by one; the report has all. */
const MOST_VOID = 10;

export const evalText: Renderer<EvalRunView> = (run, style) =>
  [
    `${headOf(run, style)}  ${style.bold(contextOf(run))}${run.label === null ? '' : `  ${oneLine(run.label)}`}`,
    ...(run.verdict === null ? [] : verdictLines(run.verdict)),
    ...(run.status === 'pending' ? [] : [coverageLine(run.coverage)]),
    ...(run.verdict === null ? [] : [calibrationLine(run.verdict)]),
    style.dim(idLine(run)),
    ...(run.status === 'pending' ? [] : table(run, style)),
    ...voidLines(run, style),
    ...rejectedLines(run, style),
    '',
    `${style.bold('Next:')} ${nextOf(run)}`,
    ...(run.web === undefined ? [] : [oneLine(run.web)]),
  ].join('\n');

/** The verdict in its colour, else the state. */
export function headOf(run: EvalRunListed, style: TextStyle): string {
  const { status, verdict, failureReason } = run;
  if (status === 'failed') {
    const why = failureReason === null ? '' : `: ${oneLine(failureReason.message)}`;
    return `${style.red('failed')}${why}`;
  }
  if (status === 'pending') return 'pending';
  if (verdict === null) return 'completed';
  return coloured(verdict.verdict, oneLine(verdict.text), style);
}

function coloured(name: VerdictName, text: string, style: TextStyle): string {
  if (name === 'improves') return style.green(text);
  if (name === 'harms') return style.red(text);
  return name === 'underpowered' ? style.yellow(text) : text;
}

/** What was evaluated. */
export function contextOf({ config, published }: EvalRunListed): string {
  const { contextRef, contextCommit, contextType } = config;
  if (contextType === 'no-context' || contextRef === null) return 'the baseline alone';
  const at = contextCommit === null ? '' : ` at ${contextCommit.slice(0, 7)}`;
  return oneLine(`${published ?? contextRef}${at}`);
}

function verdictLines({ lift, interval, p, test, scenarios, pairs }: VerdictView): string[] {
  if (lift === null) return ['Lift: none, because no pair of solutions counts'];
  const range = interval === null ? '' : ` (95 % interval ${rangeText(interval)})`;
  const probability =
    p === null ? '' : `, p ${p < 0.001 ? '' : '= '}${probabilityText(p)} by ${test}`;
  return [
    `Lift: ${pointsText(lift)} percentage points${range}${probability}, from ${counted(scenarios, 'scenario')} and ${counted(pairs, 'pair')}`,
  ].map(oneLine);
}

function coverageLine({ cells, scored, void: voids, retries, why }: CoverageView): string {
  const reasons = Object.entries(why).map(([reason, count]) => `${reason} ${count}`);
  const parts = [
    `${scored} of ${counted(cells, 'cell')} count`,
    ...(voids === 0 ? [] : [`${voids} void (${reasons.join(', ')})`]),
    ...(retries === 0 ? [] : [counted(retries, 'failed attempt')]),
  ];
  return oneLine(`Coverage: ${parts.join(', ')}`);
}

function calibrationLine({ calibration: { flipRate, comparisons } }: VerdictView): string {
  if (flipRate === null) return 'Calibration: none, which needs --runs 2 or more';
  return `Calibration: identical inputs were called different in ${percentText(flipRate)} of ${counted(comparisons, 'comparison')}`;
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
    ...variants.map((variant) => percentText(meanOf(scenario, variant))),
    ...(both ? [pointsText(liftOf(scenario))] : []),
  ]);
  return ['', style.table(['scenario', ...variants, ...(both ? ['lift'] : [])], rows)];
}

const meanOf = ({ solutions }: EvalScenarioView, variant: Variant): number | null =>
  solutions.find((solution) => solution.variant === variant)?.mean ?? null;

function liftOf(scenario: EvalScenarioView): number | null {
  const [before, after] = [meanOf(scenario, 'baseline'), meanOf(scenario, 'with-context')];
  return before === null || after === null ? null : (after - before) * 100;
}

function voidLines({ scenarios, status }: EvalRunView, style: TextStyle): string[] {
  if (status === 'pending') return [];
  const cells = scenarios
    .flatMap(({ solutions }) => solutions.flatMap((solution) => solution.cells))
    .filter((cell) => cell.status === 'void');
  const lines = cells.slice(0, MOST_VOID).map(({ scenario, variant, repeat, ...cell }) => {
    const why = cell.contamination ?? cell.failure?.class ?? 'void';
    const more = cell.failure === null ? '' : `: ${cell.failure.message}`;
    return `${style.yellow('void')} ${oneLine(`${scenario}, ${variant}, repeat ${repeat}: ${why}${more}`)}`;
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
