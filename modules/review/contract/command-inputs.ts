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
  /** Wait for the result; this is the default. */
  @Optional() @IsBoolean() wait?: boolean;
}

export class RunQualityInput extends RunReviewInput {
  /** Fail below this score, in percent. */
  @Optional() @IsInt() @Min(0) @Max(100) threshold?: number;
  /** The plugin that reviews: a folder, or `<workspace>/<plugin>[@<version>]`. */
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
  /** For quality reviews: fail below this score, in percent. */
  @Optional() @IsInt() @Min(0) @Max(100) threshold?: number;
  /** For security reviews: fail with a finding of this severity or a higher one. */
  @Optional() @IsIn(thresholds) failOn?: FailOn;
  /** Print the findings as SARIF 2.1.0 instead of the review. */
  @Optional() @IsBoolean() sarif?: boolean;
}

export class RetryReviewInput extends ChosenReview {}

export class ReviewsCommandInput {
  /** Name or id of the workspace; default as in `svc review run`. */
  @Optional() @IsString() @Length(1, forms.workspace) workspace?: string;
  /** Number of reviews to list; default 20. */
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

export class ReviewViewToolInput {
  /** Id of the review. */
  @IsUUID() runId!: string;
  /** Only for fix runs. */
  @Optional() @IsBoolean() apply?: boolean;
  /** Only for fix runs. */
  @Optional() @IsString() @Length(1, 4096) path?: string;
}
