import { IsString, Length } from 'svc-registry/dto';

export class FindSkillInput {
  /** `<workspace>/<skill>[@<version>]` or `<workspace>/<plugin>[@<version>]#<skill>`. */
  @IsString() @Length(1, 400) skill!: string;
}

/** A skill of a published version. */
export class SkillView {
  /** `<workspace>/<plugin>`. */
  @IsString() tile!: string;
  /** Without a leading `v`. */
  @IsString() version!: string;
  /** Name of the skill. */
  @IsString() skill!: string;
  /** Folder of the skill in the version's archive. */
  @IsString() path!: string;
}
