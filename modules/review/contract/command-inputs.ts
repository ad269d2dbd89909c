/** Inputs of the commands and tools (specification, "Command-line program `svc`"). */
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  Optional,
} from 'svc-registry/dto';
import { forms } from './forms.js';
import { reviewKinds, type ReviewKind } from './review-run-view.js';

export const thresholds = ['low', 'medium', 'high', 'critical'] as const;
/** The lowest severity of a finding with which the command fails. */
export type FailOn = (typeof thresholds)[number];

export class RunReviewInput {
  /** Folder of a plugin or skill, a SKILL.md, an archive (.tgz), or `<workspace>/<plugin>[@<version>]` of the registry; default is the current folder. */
  @Optional() @IsString() @Length(1, 4096) path?: string;
  /** Name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`, then the name in `.svc-plugin/plugin.json`. */
  @Optional() @IsString() @Length(1, forms.workspace) workspace?: string;
  /** A name for the review, shown in lists. */
  @Optional() @IsString() @Length(1, 200) @Matches(forms.name.form, forms.name) label?: string;
  /** Review again even if the same content has been reviewed by the same rules. */
  @Optional() @IsBoolean() force?: boolean;
  /** Wait for the result. This is the default; with `--no-wait` the command only starts the review. */
  @Optional() @IsBoolean() wait?: boolean;
}

export class RunQualityInput extends RunReviewInput {
  /** Fail with a score below this one, in percent. With 0 no score fails; without a score every other threshold does. */
  @Optional() @IsInt() @Min(0) @Max(100) threshold?: number;
  /** The plugin whose rubrics a model judges by: a folder, or `<workspace>/<plugin>[@<version>]`. Needs a paid plan. */
  @Optional() @IsString() @Length(1, 4096) reviewPlugin?: string;
}

export class RunSecurityInput extends RunReviewInput {
  /** Fail with a finding of this severity or a higher one. */
  @Optional() @IsIn(thresholds) failOn?: FailOn;
}

class ChosenReview {
  /** Id of the review. */
  @Optional() @IsUUID() id?: string;
  /** The newest review of the workspace. */
  @Optional() @IsBoolean() last?: boolean;
  /** With `--last`: name or id of the workspace; default as in `svc review run`. */
  @Optional() @IsString() @Length(1, forms.workspace) workspace?: string;
}

export class ViewReviewInput extends ChosenReview {
  /** For quality reviews: fail with a score below this one, in percent. */
  @Optional() @IsInt() @Min(0) @Max(100) threshold?: number;
  /** For security reviews: fail with a finding of this severity or a higher one. */
  @Optional() @IsIn(thresholds) failOn?: FailOn;
  /** Print the findings as SARIF 2.1.0 instead of the review. */
  @Optional() @IsBoolean() sarif?: boolean;
}

export class RetryReviewInput extends ChosenReview {}

export class FixReviewInput {
  /** Folder of a skill, or of a plugin with one skill, or a SKILL.md; default is the current folder. */
  @Optional() @IsString() @Length(1, 4096) path?: string;
  /** Name or id of the workspace; default as in `svc review run`. */
  @Optional() @IsString() @Length(1, forms.workspace) workspace?: string;
  /** The score to reach, 0 to 100; default 90. If given, the command fails with a lower one. */
  @Optional() @IsInt() @Min(0) @Max(100) threshold?: number;
  /** The most iterations, 1 to 10; default 3. */
  @Optional() @IsInt() @Min(1) @Max(10) maxIterations?: number;
  /** Write the improved files without asking. */
  @Optional() @IsBoolean() yes?: boolean;
  /** The plugin whose rubrics a model judges by, as in `svc review run`. */
  @Optional() @IsString() @Length(1, 4096) reviewPlugin?: string;
  /** Id of a fix run of these files: its result is taken instead of that of a new run. */
  @Optional() @IsUUID() run?: string;
}

export class SkillReviewInput {
  /** Folder of a plugin or skill, a SKILL.md, an archive (.tgz), `<workspace>/<plugin>[@<version>]`, or the URL of a git repository; default is the current folder. */
  @Optional() @IsString() @Length(1, 4096) pathOrUrl?: string;
  /** Improve the skill instead, and ask before the files are written. */
  @Optional() @IsBoolean() optimize?: boolean;
  /** With `--optimize`: the most iterations, 1 to 10; default 3. */
  @Optional() @IsInt() @Min(1) @Max(10) maxIterations?: number;
  /** The skill, where there are several; default is all of them. */
  @Optional() @IsString() @Length(1, 200) skill?: string;
  /** With `--optimize`: write the improved files without asking. */
  @Optional() @IsBoolean() yes?: boolean;
  /** Fail with a score below this one, in percent. With 0 no score fails. Not with `--optimize`. */
  @Optional() @IsInt() @Min(0) @Max(100) threshold?: number;
}

export class ReviewsCommandInput {
  /** Name or id of the workspace; default as in `svc review run`. */
  @Optional() @IsString() @Length(1, forms.workspace) workspace?: string;
  /** Number of reviews to list, 1 to 100; default 20. */
  @Optional() @IsInt() @Min(1) @Max(100) limit?: number;
}

export class ReviewRunToolInput {
  /** Folder of the plugin or skill; default is the current one. */
  @Optional() @IsString() @Length(1, 4096) path?: string;
  /** Default is that of the folder. */
  @Optional() @IsString() @Length(1, forms.workspace) workspace?: string;
  /** Kind of review; default `quality`. */
  @Optional() @IsIn(reviewKinds) kind?: ReviewKind;
}

export class ReviewFixToolInput {
  /** Folder of the skill; default is the current one. */
  @Optional() @IsString() @Length(1, 4096) path?: string;
  /** Default is that of the folder. */
  @Optional() @IsString() @Length(1, forms.workspace) workspace?: string;
  /** The score to reach; default 90. */
  @Optional() @IsInt() @Min(0) @Max(100) threshold?: number;
  /** Default 3. */
  @Optional() @IsInt() @Min(1) @Max(10) maxIterations?: number;
}

export class ReviewViewToolInput {
  /** Id of the review or fix run. */
  @IsUUID() runId!: string;
  /** Write the files that a completed fix run has improved; default false. */
  @Optional() @IsBoolean() apply?: boolean;
  /** With `apply`: the folder to write to; default is the current one. */
  @Optional() @IsString() @Length(1, 4096) path?: string;
}
