import { isSvcError, type SvcError } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { modelsKey, modelUnavailable, type Models } from '../../../models/contract/index.js';
import type { JudgeQuestion } from '../../scoring/judge/question.js';
import type { ToScore } from '../cells/scorer.js';
import { CellFailed } from '../cells/solution.js';
import { isOfOtherForm } from '../other-form.js';
import { UnusableAnswer, type Judge } from './judge.js';

const ANSWER_TOKENS = 8192;
const SECONDS = 240;

/** Asks the model of the workspace, or another one of its provider. */
@injectable()
export class ModelJudge implements Judge {
  constructor(@inject(modelsKey) private readonly models: Models) {}

  async answer(
    question: JudgeQuestion,
    { workspaceId, settings, signal }: ToScore,
  ): Promise<unknown> {
    try {
      const { votes } = await this.models.ask({
        ...question,
        purpose: 'eval.score',
        workspaceId,
        model: settings.scorerModel ?? undefined,
        maxTokens: ANSWER_TOKENS,
        timeLimitSeconds: SECONDS,
        signal,
      });
      return votes[0];
    } catch (error) {
      if (!isSvcError(error)) throw error;
      throw isOfOtherForm(error) ? new UnusableAnswer(error.message) : failureOf(error);
    }
  }
}

const failureOf = ({ code, message }: SvcError): CellFailed =>
  new CellFailed(
    'scorer',
    `The judge cannot be asked: ${message}`,
    [modelUnavailable.spec.code, 'outbound_failed'].includes(code),
  );
