import type { JudgeQuestion } from '../../scoring/judge/question.js';
import type { ToScore } from '../cells/scorer.js';

/** An answer that has not the form that was asked for. */
export class UnusableAnswer extends Error {}

/** Answers questions about solutions. */
export interface Judge {
  /** Throws `UnusableAnswer` for one that is no answer, and `CellFailed` if the judge cannot be asked. */
  answer(question: JudgeQuestion, toScore: ToScore): Promise<unknown>;
}
