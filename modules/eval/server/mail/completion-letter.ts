import { plural } from '../../../../toolbox/plural.js';
import type { Letter } from '../../../mail/contract/index.js';
import type { EvalRun } from '../runs/eval-run.entity.js';
import { nameOf } from '../runs/run-locator.js';

export interface CompletionFacts {
  readonly to: string;
  readonly run: Pick<
    EvalRun,
    'id' | 'label' | 'contextRef' | 'state' | 'failure' | 'coverage' | 'verdict'
  >;
  readonly workspace: string;
  /** `null` where the server does not know its own address. */
  readonly link: string | null;
}

/** The mail to whoever started an evaluation that has ended. */
export function completionLetter({ to, run, workspace, link }: CompletionFacts): Letter {
  const name = nameOf(run);
  const paragraphs = [
    `The evaluation "${name}" in the workspace "${workspace}" has ${endOf(run)}.`,
    ...resultOf(run),
    link === null
      ? `\`svc eval view ${run.id}\` shows the result.`
      : `The result is here:\n${link}`,
    'You get this mail because you have started the evaluation. Your account page has a switch for it.',
  ];
  const subject = `Evaluation ${name}: ${run.verdict?.verdict ?? run.state}`;
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}

const endOf = ({ state, failure }: CompletionFacts['run']): string =>
  state === 'failed' ? `failed: ${failure?.message.replace(/\.$/, '') ?? ''}` : 'been completed';

function resultOf({ state, verdict, coverage }: CompletionFacts['run']): readonly string[] {
  if (state === 'failed') return [];
  const counted = coverage === null ? [] : [coverageText(coverage)];
  return verdict === null ? counted : [`Verdict: ${verdict.text}.`, ...counted];
}

function coverageText({ cells, scored, void: left }: NonNullable<EvalRun['coverage']>): string {
  const all = `${scored} of ${cells} ${plural(cells, 'cell')} count`;
  return left === 0 ? `${all}.` : `${all}; ${left} ${left === 1 ? 'is' : 'are'} void.`;
}
