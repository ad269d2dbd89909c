import { IsBoolean, IsString, MaxLength, Optional, Type, ValidateNested } from 'svc-registry/dto';
import { SkillEntry } from './version-view.js';

/** Whose skills to list. */
export class AvailableSkillsInput {
  /** Only this workspace: its name or id. Left out: all your workspaces. */
  @Optional() @IsString() @MaxLength(100) workspace?: string;
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
  /** By plugin, then by name. */
  @Type(() => AvailableSkill) @ValidateNested({ each: true }) skills!: AvailableSkill[];
  /** True when there were more than fit; ask for one workspace, or search. */
  @IsBoolean() truncated!: boolean;
}
