import type { HookEvent } from '../../../../install/contract/hook-events.js';
import type { Dialect } from '../dialects/dialect.js';
import { joined, type Verdict } from './verdict.js';

/** A verdict that the agent supports, and the parts of the hooks' answers that were lost. */
export interface Fitted {
  readonly verdict: Verdict;
  readonly lost: readonly string[];
}

type Step = (verdict: Verdict, takes: (kind: keyof Dialect['takes']) => boolean) => Fitted;

const kept = (verdict: Verdict): Fitted => ({ verdict, lost: [] });

/** If the agent cannot be stopped as a whole, at least the current action is blocked. */
const fitStop: Step = (verdict, takes) => {
  if (verdict.stop === undefined || takes('stop')) return kept(verdict);
  const { stop, ...rest } = verdict;
  const without = { ...rest, stop: undefined };
  if (!takes('block')) return { verdict: without, lost: ['continue: false'] };
  const reasons = rest.decision === 'block' ? rest.reasons : [];
  return kept({
    ...without,
    decision: 'block',
    reasons: [...reasons, ...(stop === '' ? [] : [stop])],
  });
};

/** If the agent cannot ask a person, "ask" becomes a block. */
const fitAsk: Step = (verdict, takes) => {
  if (verdict.decision !== 'ask' || takes('ask')) return kept(verdict);
  if (!takes('block'))
    return { verdict: { ...verdict, decision: undefined, reasons: [] }, lost: ['ask'] };
  const why = 'A hook wants a person to be asked, which this agent cannot do.';
  return kept({ ...verdict, decision: 'block', reasons: [...verdict.reasons, why] });
};

const fitAllow: Step = (verdict, takes) =>
  verdict.decision === 'allow' && !takes('allow')
    ? kept({ ...verdict, decision: undefined, reasons: [] })
    : kept(verdict);

/** If the action can no longer be prevented, the reasons are still reported. */
const fitBlock: Step = (verdict, takes) => {
  if (verdict.decision !== 'block') return kept(verdict);
  if (takes('block'))
    return kept({
      ...verdict,
      reasons: verdict.reasons.length > 0 ? verdict.reasons : ['Blocked by a hook.'],
    });
  const reported = { ...verdict, decision: undefined, reasons: [] };
  return takes('context')
    ? kept({ ...reported, contexts: [...verdict.reasons, ...verdict.contexts] })
    : { verdict: reported, lost: [`block: ${joined(verdict.reasons)}`] };
};

const fitContext: Step = (verdict, takes) => {
  if (verdict.contexts.length === 0 || takes('context')) return kept(verdict);
  const without = { ...verdict, contexts: [] };
  return verdict.decision === 'block'
    ? kept({ ...without, reasons: [...verdict.reasons, ...verdict.contexts] })
    : { verdict: without, lost: ['context for the model'] };
};

/** Reduces a verdict to the parts that the agent supports at this event. */
export function fitVerdict(verdict: Verdict, dialect: Dialect, event: HookEvent): Fitted {
  const takes = (kind: keyof Dialect['takes']): boolean => dialect.takes[kind].includes(event);
  let fitted = kept(verdict);
  for (const step of [fitStop, fitAsk, fitAllow, fitBlock, fitContext]) {
    const next = step(fitted.verdict, takes);
    fitted = { verdict: next.verdict, lost: [...fitted.lost, ...next.lost] };
  }
  return fitted;
}
