import { inject, injectable } from 'tsyringe';
import { noSkill } from '../../contract/errors.js';
import type { BundleFile } from '../../engine/analyse.js';
import { refusalOf, type JudgedFiles } from '../../quality/fixes/acceptable.js';
import type { Scored } from '../../quality/fixes/optimise.js';
import type { SkillReport } from '../../quality/report.js';
import type { Reviewer } from '../../quality/reviewers/reviewer.js';
import { Analyser } from '../analysis/analyser.js';
import { ModelJudge } from '../quality/model-judge.js';

/** What is known of the files of one iteration. */
export interface SkillReview extends Scored {
  readonly quality: SkillReport;
  readonly security: JudgedFiles['security'];
}

/** Who scores in a run: the same for all its iterations. */
export interface ScoredBy {
  readonly workspaceId: string;
  /** `null` for the program alone. */
  readonly judge: { readonly model: string; readonly reviewer: Reviewer } | null;
}

/** Reviews the files of a fix run. */
@injectable()
export class SkillReviews {
  constructor(
    @inject(Analyser) private readonly analyser: Analyser,
    @inject(ModelJudge) private readonly judge: ModelJudge,
  ) {}

  /** Reviews files by the program, and by the judge of the run unless they are refused anyway; `baseline` is what they are compared with. */
  async review(
    files: readonly BundleFile[],
    { workspaceId, judge }: ScoredBy,
    { signal, baseline }: { readonly signal: AbortSignal; readonly baseline?: JudgedFiles },
  ): Promise<SkillReview> {
    const report = await this.analyser.assess(files, signal);
    const quality = onlySkill(report.skills);
    const security = await this.analyser.analyse(files, signal);
    const program = { score: quality.reviewScore, quality, security };
    const refused =
      baseline && refusalOf(baseline, { files, quality, security }, quality.path) !== undefined;
    if (judge === null || refused === true) return program;
    const subjects = this.judge.subjects(report, files, judge.reviewer);
    const judged = await this.judge.judge(report, subjects, { ...judge, workspaceId, signal });
    const skill = onlySkill(judged.skills);
    return { score: skill.reviewScore, quality: skill, security };
  }
}

/** A run is started with one skill, and no candidate adds or removes one. */
function onlySkill([skill]: readonly SkillReport[]): SkillReport {
  if (skill === undefined) throw noSkill();
  return skill;
}
