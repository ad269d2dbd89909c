/** Inputs of the operations that run on the server. */
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
  PageInput,
} from 'svc-registry/dto';
import { forms as modelForms } from '../../models/contract/forms.js';
import { forms } from './forms.js';
import { reviewStatuses, type ReviewStatus } from './review-run.machine.js';
import { reviewKinds, reviewTypes, type ReviewKind, type ReviewType } from './review-run-view.js';

class StartRunInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, forms.workspace) workspace!: string;
  /** A name for the run, shown in lists. */
  @Optional() @IsString() @Length(1, 200) @Matches(forms.name.form, forms.name) label?: string;
  /** Name of the sent files, used if they contain none. */
  @Optional() @IsString() @Length(1, 200) @Matches(forms.name.form, forms.name) name?: string;
  /**
   * The reviewer whose rubrics a model judges by: the name of one that the server has, or `<workspace>/<plugin>[@<version>]`. Needs a paid plan unless it is
   * `default`. Not for security reviews.
   */
  @Optional()
  @IsString()
  @Length(1, 300)
  @Matches(forms.name.form, forms.name)
  reviewPlugin?: string;
  /** The archive has a reviewer plugin in its folder `.svc-reviewer/`, which is not reviewed itself. Needs a paid plan. Not for security reviews. */
  @Optional() @IsBoolean() reviewPluginSent?: boolean;
  /** Another model of the configured provider, such as `anthropic/claude-sonnet-4-5`. Needs a paid plan. Not for security reviews. */
  @Optional() @IsString() @Matches(modelForms.model.form, modelForms.model) model?: string;
}

export class StartReviewInput extends StartRunInput {
  /** Kind of review; default `quality`. */
  @Optional() @IsIn(reviewKinds) kind?: ReviewKind;
  /** Review again even if the same content has been reviewed by the same rules. */
  @Optional() @IsBoolean() force?: boolean;
}

export class StartFixInput extends StartRunInput {
  /** The score at which the run ends, 0 to 100; default 90. */
  @Optional() @IsInt() @Min(0) @Max(100) threshold?: number;
  /** The most iterations, 1 to 10; default 3. */
  @Optional() @IsInt() @Min(1) @Max(10) maxIterations?: number;
}

export class ReviewRef {
  /** Id of the review. */
  @IsUUID() id!: string;
}

export class ReviewLook extends ReviewRef {
  /** Seconds to wait for the end of the review before the answer, at most 20; default 0. */
  @Optional() @IsInt() @Min(0) @Max(20) wait?: number;
}

export class ListFixesInput extends PageInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, forms.workspace) workspace!: string;
  /** Only runs in this state. */
  @Optional() @IsIn(reviewStatuses) status?: ReviewStatus;
}

export class ListReviewsInput extends ListFixesInput {
  /** Only runs of this type; default reviews and fix runs. */
  @Optional() @IsIn(reviewTypes) type?: ReviewType;
}
