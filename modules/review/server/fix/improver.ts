import { inject, injectable } from 'tsyringe';
import { modelsKey, type Models, type TokenBudget } from '../../../models/contract/index.js';
import type { BundleFile } from '../../engine/analyse.js';
import { shown } from '../../engine/shown.js';
import {
  IMPROVER_INSTRUCTIONS,
  improverPieces,
  proposalSchema,
} from '../../quality/fixes/improver-question.js';
import type { Attempt, Candidate, Improved } from '../../quality/fixes/optimise.js';
import { proposedFiles } from '../../quality/fixes/proposed-files.js';
import { skillData } from '../../quality/judge/skill-data.js';
import { Analyser } from '../analysis/analyser.js';
import type { SkillReview } from './skill-reviews.js';

type Files = readonly BundleFile[];

/** Whom an iteration asks. */
export interface ImproverOf {
  readonly workspaceId: string;
  /** `null` for safe fixes alone. */
  readonly model: string | null;
  /** Tokens of all iterations together. */
  readonly budget: TokenBudget;
}

const ANSWER_TOKENS = 16_384;
const SECONDS = 280;
const LONGEST_EXPLANATION = 500;

/** Makes the candidate of an iteration: what a model proposes, if there is one, with the safe fixes that it leaves to be made. */
@injectable()
export class Improver {
  constructor(
    @inject(modelsKey) private readonly models: Models,
    @inject(Analyser) private readonly analyser: Analyser,
  ) {}

  /** `undefined` if nothing would be changed. Throws the errors of `Models`: an answer in the wrong form is no candidate. */
  async improve(
    attempt: Attempt<Files, SkillReview>,
    { model, workspaceId, budget }: ImproverOf,
  ): Promise<Improved<Files>> {
    const { files, review, signal } = attempt;
    const { path: folder } = review.quality;
    if (model === null) return this.#repaired({ files, changes: [] }, attempt, true);
    const data = skillData(files, folder, [folder]);
    const { votes } = await this.models.ask({
      purpose: 'review.fix',
      workspaceId,
      model,
      system: IMPROVER_INSTRUCTIONS,
      data: improverPieces(data, review.quality, attempt.earlier),
      schema: proposalSchema,
      maxTokens: ANSWER_TOKENS,
      timeLimitSeconds: SECONDS,
      budget,
      signal,
    });
    const [proposal = { files: [], changes: [] }] = votes;
    const candidate = proposedFiles(files, proposal, data);
    return candidate.dropped === undefined ? this.#repaired(candidate, attempt, false) : candidate;
  }

  async #repaired(
    candidate: Candidate<Files>,
    { files: before, review, signal }: Attempt<Files, SkillReview>,
    withLines: boolean,
  ): Promise<Improved<Files>> {
    const { files, fixes } = await this.analyser.fix(candidate.files, review.quality.path, signal);
    const explained = fixes.map(({ file, line, explanation }) => {
      // of a text that a model has just written nobody has seen the lines
      const at = withLines ? `${file}:${line}` : file;
      return shown(`${at}: ${explanation}`, LONGEST_EXPLANATION);
    });
    if (files.length === before.length && files.every((file, index) => file === before[index]))
      return undefined;
    return { files, changes: [...candidate.changes, ...explained] };
  }
}
