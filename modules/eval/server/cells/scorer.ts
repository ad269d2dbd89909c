import { serviceKey } from 'svc-registry/kernel';
import type { Sandbox } from '../../../sandbox/contract/index.js';
import type { Criterion } from '../../scenario/scenario.js';
import type { EvalSettings } from '../runs/eval-run.entity.js';
import type { CellScore } from './cell.entity.js';
import type { Solution } from './solution.js';

/** What is scored. */
export interface ToScore {
  readonly workspaceId: string;
  /** The judge is asked the same about the same cell. */
  readonly cellId: string;
  readonly settings: EvalSettings;
  readonly scenario: {
    readonly task: string;
    readonly context: string;
    readonly criteria: readonly Criterion[];
  };
  readonly solution: Solution;
  /** Texts of the files of the context. */
  readonly contextTexts: readonly string[];
  /** Runs the commands of checks. The folder of the solution is in it; nothing of the scorer is there while the agent works. */
  readonly sandbox: Sandbox;
  /** Absolute path of the solution's folder in the sandbox. */
  readonly folder: string;
  /** Variables of the run's environment, for an agent that judges. */
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Scores solutions: checks decide first, a judge decides the rest. */
export interface Scorer {
  /** Throws `CellFailed` of the class `scorer` when the judge gives no usable answer, never zero points for it. */
  score(toScore: ToScore): Promise<CellScore>;
  /** What a score depends on besides the solution: hash of the criteria, the judge, its prompt and the checks. */
  keyOf(scored: Pick<ToScore, 'settings' | 'scenario'>): string;
}

export const scorerKey = serviceKey<Scorer>('eval.scorer');
