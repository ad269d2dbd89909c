import {
  IsBoolean,
  IsInt,
  IsString,
  Max,
  MaxLength,
  Min,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { SkillEntry } from './version-view.js';

/** Which skills to list. */
export class AvailableSkillsInput {
  /** Only this workspace: its name or id. Left out: all your workspaces. */
  @Optional() @IsString() @MaxLength(100) workspace?: string;
  /** Only skills with all these words in name, description or text. */
  @Optional() @IsString() @MaxLength(500) words?: string;
  /** How many to list at most, 50 by default; the answer's `total` counts all. */
  @Optional() @IsInt() @Min(1) @Max(1000) limit?: number;
}

/** A skill that can be installed. */
export class AvailableSkill extends SkillEntry {
  /** The plugin that holds it: `<workspace>/<plugin>`. */
  @IsString() plugin!: string;
  /** The plugin's latest version. */
  @IsString() version!: string;
}

/** The skills of workspaces. */
export class AvailableSkills {
  /** By plugin, then by name; with `words` what fits best comes first. */
  @Type(() => AvailableSkill) @ValidateNested({ each: true }) skills!: AvailableSkill[];
  /** How many there are in all, listed or not. */
  @IsInt() total!: number;
  /** True when not all are listed: give `words` or a workspace, or raise `limit`. */
  @IsBoolean() truncated!: boolean;
}
