import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { modelsKey, type Models, type TokenBudget } from '../../../models/contract/index.js';
import { tooManyQuestions } from '../../contract/errors.js';
import type { BundleFile } from '../../engine/analyse.js';
import { addressesIn } from '../../quality/judge/addressed.js';
import { judgedSkill } from '../../quality/judge/judged-skill.js';
import { judgementOf } from '../../quality/judge/judgement.js';
import { limitsOf } from '../../quality/judge/limits.js';
import {
  piecesOf,
  promptHashOf,
  schemaOf,
  systemOf,
  type Vote,
} from '../../quality/judge/question.js';
import { bodyOf, skillData, type SkillData } from '../../quality/judge/skill-data.js';
import type { Judgement, QualityReport, SkillReport } from '../../quality/report.js';
import {
  rubricHashOf,
  type Reviewer,
  type ReviewerJudge,
} from '../../quality/reviewers/reviewer.js';
import { runScoreOf } from '../../quality/score.js';
import { votesFrom } from './votes.js';

/** Questions of one review: skills times judges. Each is asked once for every vote. */
const MOST_QUESTIONS = 60;
/** Tokens of one review, input and output of all votes together. */
const TOKENS = 5_000_000;
const ANSWER_TOKENS = 8192;
const SECONDS = 240;

/** What the scores of a judge depend on, besides the skill. Scores of different engines are not compared. */
export interface JudgeEngine {
  /** `default`, the id of a contribution, or the reference of a plugin. */
  readonly reviewer: string;
  readonly model: string;
  readonly rubricHash: string;
  readonly promptHash: string;
}

export interface JudgeRequest {
  readonly reviewer: Reviewer;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  /** The model that the review was begun with. */
  readonly model: string;
  /** Called before each skill that is judged. */
  readonly progress?: (done: number, total: number) => Promise<void>;
}

/** What is shown of the skills that are judged, by their folders. */
export type JudgedSubjects = ReadonlyMap<string, SkillData>;

/** Asks a language model to judge skills by the rubrics of a reviewer. */
@injectable()
export class ModelJudge {
  constructor(
    @inject(modelsKey) private readonly models: Models,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** What a judgement will be stored with. It is known before anything is asked. */
  engine(reviewer: Reviewer, model: string): JudgeEngine {
    return {
      reviewer: reviewer.ref,
      model,
      rubricHash: rubricHashOf(reviewer),
      promptHash: promptHashOf(reviewer, votesFrom(this.host.env)),
    };
  }

  /**
   * What the model will be shown, so that the files need not be kept while it answers. Skills that fail the gate are left out.
   * Throws `too_many_questions`.
   */
  subjects(
    { skills }: QualityReport,
    files: readonly BundleFile[],
    { judges }: Reviewer,
  ): JudgedSubjects {
    const judged = skills.filter(({ reviewScore }) => reviewScore !== null);
    if (judged.length > Math.floor(MOST_QUESTIONS / judges.length))
      throw tooManyQuestions({
        skills: judged.length,
        judges: judges.length,
        most: MOST_QUESTIONS,
      });
    const folders = skills.map(({ path }) => path);
    return new Map(judged.map(({ path }) => [path, skillData(files, path, folders)]));
  }

  /**
   * The report of the engine with the judgements of the model, under the limits of the program.
   * Throws the errors of `Models`: without a usable answer to every question there is no report.
   */
  async judge(
    report: QualityReport,
    subjects: JudgedSubjects,
    request: JudgeRequest,
  ): Promise<QualityReport> {
    const budget = { tokens: TOKENS, used: 0 };
    const judged = new Map<string, SkillReport>();
    for (const skill of report.skills) {
      const data = subjects.get(skill.path);
      if (data === undefined) continue;
      await request.progress?.(judged.size, subjects.size);
      judged.set(skill.path, await this.skill(skill, data, { ...request, budget }));
      this.host.fault?.('review.skill-judged');
    }
    const skills = report.skills.map((skill) => judged.get(skill.path) ?? skill);
    return { reviewScore: runScoreOf(skills), skills };
  }

  private async skill(
    skill: SkillReport,
    data: SkillData,
    request: JudgeRequest & { readonly budget: TokenBudget },
  ): Promise<SkillReport> {
    const { reviewer } = request;
    const ids = reviewer.judges.flatMap(({ rubric }) => rubric.dimensions.map(({ id }) => id));
    const addresses = addressesIn(data, ids);
    const texts = {
      description: skill.validation.skillDescription ?? '',
      body: bodyOf(data),
    };
    const judged = { skill, texts, addressed: addresses.length > 0 };
    const judgements = new Map<string, Judgement>();
    for (const judge of reviewer.judges) {
      const votes = await this.votes(judge, data, request);
      judgements.set(judge.stem, judgementOf(judge, votes, limitsOf(judge, reviewer, judged)));
    }
    return judgedSkill(skill, reviewer, { judgements, addresses, leftOut: data.leftOut });
  }

  private async votes(
    { rubric }: ReviewerJudge,
    data: SkillData,
    request: JudgeRequest & { readonly budget: TokenBudget },
  ): Promise<readonly Vote[]> {
    const { workspaceId, signal, budget, model } = request;
    const { votes } = await this.models.ask<Vote>({
      purpose: 'review.quality',
      workspaceId,
      model,
      system: systemOf(rubric),
      data: piecesOf(data),
      schema: schemaOf(rubric),
      votes: votesFrom(this.host.env),
      maxTokens: ANSWER_TOKENS,
      timeLimitSeconds: SECONDS,
      budget,
      signal,
    });
    return votes;
  }
}
