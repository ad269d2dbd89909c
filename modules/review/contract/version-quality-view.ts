/** The quality review of a version, as every surface shows it. */
import { IsInstant, IsString, Nullable, Type, ValidateNested } from 'svc-registry/dto';
import { QualityResult } from './quality-view.js';
import { ReviewEngine } from './review-run-view.js';

/** Where the score of a version comes from. */
export class VersionQualityView {
  /** `<workspace>/<plugin>`. */
  @IsString() name!: string;
  @IsString() version!: string;
  @Nullable() @ValidateNested() @Type(() => ReviewEngine) engine!: ReviewEngine | null;
  /** When the review was completed. */
  @IsInstant() reviewedAt!: string;
  @ValidateNested() @Type(() => QualityResult) review!: QualityResult;
}
