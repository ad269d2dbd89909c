import type { Letter } from '../../../mail/contract/index.js';
import { coverageText } from '../../report/headline.js';
import type { EvalRun } from '../runs/eval-run.entity.js';
import { nameOf } from '../runs/run-locator.js';

export interface CompletionFacts {
  readonly to: string;
  readonly run: Pick<
    EvalRun,
    'id' | 'label' | 'contextRef' | 'state' | 'failure' | 'coverage' | 'verdict' | 'settings'
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

function resultOf({
  state,
  verdict,
  coverage,
  settings,
}: CompletionFacts['run']): readonly string[] {
  if (state === 'failed') return [];
  const counted = coverage === null ? [] : [`${coverageText(coverage, settings.skipScoring)}.`];
  return verdict === null ? counted : [`Verdict: ${verdict.text}.`, ...counted];
}
