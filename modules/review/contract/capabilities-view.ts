/** The capabilities of a version, as every surface shows them. */
import { IsArray, IsString, Length, Optional, Type, ValidateNested } from 'svc-registry/dto';
import { VersionRef } from '../../registry/contract/tile-inputs.js';
import { CapabilityView, ReviewEngine } from './review-run-view.js';

export class CapabilitiesInput extends VersionRef {
  /** An exact version of the same plugin to compare with. */
  @Optional() @IsString() @Length(1, 256) against?: string;
}

export class CapabilitiesCommandInput {
  /** `<workspace>/<plugin>[@<version>]`; default is the latest version. */
  @IsString() @Length(1, 500) plugin!: string;
  /** An exact version of the same plugin to compare with. */
  @Optional() @IsString() @Length(1, 256) against?: string;
}

/** What a version of a plugin can do, as far as its files show it. */
export class CapabilitiesView {
  /** `<workspace>/<plugin>`. */
  @IsString() name!: string;
  @IsString() version!: string;
  @ValidateNested() @Type(() => ReviewEngine) engine!: ReviewEngine;
  /** In order of kind and value. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => CapabilityView)
  capabilities!: readonly CapabilityView[];
  /** The version that this one was compared with; left out without a comparison. */
  @Optional() @IsString() against?: string;
  /** With `against`: capabilities that only this version has. */
  @Optional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => CapabilityView)
  added?: readonly CapabilityView[];
  /** With `against`: capabilities that only the other version has. */
  @Optional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => CapabilityView)
  removed?: readonly CapabilityView[];
}
