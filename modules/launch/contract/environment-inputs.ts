/** Inputs of the operations on environments that run on the server. */
import {
  IsBoolean,
  IsString,
  IsUUID,
  Length,
  MapOf,
  Matches,
  MaxLength,
  Optional,
  PageInput,
} from 'svc-registry/dto';
import { environmentRules as rules } from './environment-rules.js';

const entriesBounds = { maxSize: rules.keys, maxLength: rules.bytes };

/** The variables, in one of two forms. */
export interface GivenVariables {
  env?: string;
  entries?: Record<string, string>;
}

export class CreateEnvironmentInput implements GivenVariables {
  /** Name or id of the workspace. */
  @IsString() @Length(1, 201) workspace!: string;
  /** Name within the workspace. Give this or `forRun`. */
  @Optional() @Matches(rules.name.form, rules.name) name?: string;
  /** Make an environment without a name, for one run of yours; it is deleted when the run ends, or after a day without one. */
  @Optional() @IsBoolean() forRun?: boolean;
  /** The variables as the text of a `.env` file, of at most 64 KiB. Give this or `entries`. */
  @Optional() @IsString() @MaxLength(rules.bytes) env?: string;
  /** The variables by their names. Give this or `env`. */
  @Optional() @MapOf('string', entriesBounds) entries?: Record<string, string>;
}

export class ListEnvironmentsInput extends PageInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, 201) workspace!: string;
  /** Only the environment of this name. */
  @Optional() @Matches(rules.name.form, rules.name) name?: string;
}

export class EnvironmentRef {
  /** Id of the environment. */
  @IsUUID() id!: string;
}

/** Replaces all variables. */
export class ReplaceEnvironmentInput extends EnvironmentRef implements GivenVariables {
  /** The variables as the text of a `.env` file, of at most 64 KiB. Give this or `entries`. */
  @Optional() @IsString() @MaxLength(rules.bytes) env?: string;
  /** The variables by their names. Give this or `env`. */
  @Optional() @MapOf('string', entriesBounds) entries?: Record<string, string>;
}
