/** Inputs of the operations on generations of scenarios, which the server performs. */
import {
  ArrayMaxSize,
  IsArray,
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
import { generationStatuses, type GenerationStatus } from './words.js';

/** Numbers of pull requests fit into 32 bits. */
const MOST_NUMBER = 2_147_483_647;

export class GenerateScenariosInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, forms.workspace) workspace!: string;
  /** Id of the bundle with a plugin, as `POST /experimental/eval-bundles` answers it. Either this or `repo`. */
  @Optional() @IsUUID() bundle?: string;
  /** How many scenarios of a plugin, 1 to 10; default 3. */
  @Optional() @IsInt() @Min(1) @Max(10) count?: number;
  /** Address of a repository, or `<org>/<repo>`. Either this or `bundle`. */
  @Optional() @IsString() @Length(1, 500) @Matches(forms.label.form, forms.label) repo?: string;
  /** The commit that a scenario is made of, 7 to 40 hex digits. One of `commit` and `pullRequest` with `repo`. */
  @Optional() @IsString() @Matches(/^[0-9a-f]{7,40}$/) commit?: string;
  @Optional() @IsInt() @Min(1) @Max(MOST_NUMBER) pullRequest?: number;
  /** Patterns of the files that tell an agent how to work, which the scenario leaves out. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @Length(1, 300, { each: true })
  contextPatterns?: string[];
}

export class GenerationRef {
  /** Id of the generation. */
  @IsUUID() id!: string;
}

export class GenerationLook extends GenerationRef {
  /** Seconds to wait for the end before the answer, at most 20; default 0. */
  @Optional() @IsInt() @Min(0) @Max(20) wait?: number;
}

export class ListGenerationsInput extends PageInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, forms.workspace) workspace!: string;
  /** Only generations that the caller has started. */
  @Optional() @IsBoolean() mine?: boolean;
  @Optional() @IsIn(generationStatuses) status?: GenerationStatus;
}
