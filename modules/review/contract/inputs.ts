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
import { forms } from './forms.js';
import { reviewTypes, type ReviewType } from './review-run-view.js';

export class StartReviewInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, forms.workspace) workspace!: string;
  /** Kind of review; default `quality`. */
  @Optional() @IsIn(reviewTypes) kind?: ReviewType;
  /** A name for the review, shown in lists. */
  @Optional() @IsString() @Length(1, 200) @Matches(forms.name.form, forms.name) label?: string;
  /** Name of the reviewed files, used if they contain none. */
  @Optional() @IsString() @Length(1, 200) @Matches(forms.name.form, forms.name) name?: string;
  /** Review again even if the same content has been reviewed by the same rules. */
  @Optional() @IsBoolean() force?: boolean;
}

export class ReviewRef {
  /** Id of the review. */
  @IsUUID() id!: string;
}

export class ReviewLook extends ReviewRef {
  /** Seconds to wait for the end of the review before the answer, at most 20; default 0. */
  @Optional() @IsInt() @Min(0) @Max(20) wait?: number;
}

export class ListReviewsInput extends PageInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, forms.workspace) workspace!: string;
}
