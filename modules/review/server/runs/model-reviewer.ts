import { hostKey, isSvcError, ExitCode, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { modelsKey, type Models } from '../../../models/contract/index.js';
import { findingsIn, questionsAbout, type QuotableFile } from './model-findings.js';
import type { StoredFinding } from './stored-report.js';

/** The findings of a model in a bundle. */
export interface ModelReview {
  readonly findings: readonly StoredFinding[];
  /** Why the model did not judge all files; left out if it did. */
  readonly undecided?: string;
}

export interface Asked {
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  /** Whether another attempt follows if the model is unavailable. */
  readonly again: boolean;
}

/** Asks a language model about bundles, if the operator allows it. */
@injectable()
export class ModelReviewer {
  constructor(
    @inject(modelsKey) private readonly models: Models,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** The model of a workspace; `null` if none is to be asked. */
  async modelFor(workspaceId: string): Promise<string | null> {
    if (this.host.env['SVC_REVIEW_MODEL'] !== 'on') return null;
    return (await this.models.configured(workspaceId)) ?? null;
  }

  /** Asks the model. Without a usable answer the review is undecided. Throws if another attempt may succeed, and if the signal is aborted. */
  async review(texts: readonly QuotableFile[], asked: Asked): Promise<ModelReview> {
    const questions = questionsAbout(texts);
    if (questions === undefined)
      return { findings: [], undecided: 'The files are too long to ask a model about.' };
    const { workspaceId, signal } = asked;
    const findings: StoredFinding[] = [];
    try {
      for (const question of questions) {
        const { votes } = await this.models.ask({ ...question, workspaceId, signal });
        for (const vote of votes) findings.push(...findingsIn(vote, texts));
      }
      return { findings };
    } catch (error) {
      if (!isSvcError(error) || signal.aborted) throw error;
      if (asked.again && error.exit === ExitCode.unavailable) throw error;
      return { findings, undecided: `The model has not answered: ${error.message}` };
    }
  }
}
