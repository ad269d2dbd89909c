/** Inputs of `svc env`. */
import {
  ArrayMaxSize,
  IsArray,
  IsString,
  Length,
  Matches,
  Optional,
  PageInput,
} from 'svc-registry/dto';
import { environmentRules as rules } from './environment-rules.js';

class EnvWorkspace {
  /** Name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`, then the name in `.svc-plugin/plugin.json`. */
  @Optional() @IsString() @Length(1, 201) workspace?: string;
}

export class EnvRefInput extends EnvWorkspace {
  /** Name of the environment, or its id. */
  @IsString() @Length(1, 100) name!: string;
}

/**
 * Where variables come from; never the command line, which other processes see. The flag is not `--env-file`: node reads a file of
 * that flag itself, wherever it stands, ends when it is missing, and leaves nothing in a pipe (nodejs/node#54232).
 */
export class EnvVariablesInput extends EnvWorkspace {
  /** File with `KEY=value` lines, such as `.env`; `-` reads them from standard input. */
  @Optional() @IsString() @Length(1, 4096) file?: string;
  /** Take a variable of this name, with its value, from your own environment; repeatable. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(rules.keys)
  @IsString({ each: true })
  @Length(1, 255, { each: true })
  from?: string[];
}

export class CreateEnvInput extends EnvVariablesInput {
  /** Name of the environment within the workspace. */
  @Matches(rules.name.form, rules.name) name!: string;
}

export class UpdateEnvInput extends EnvVariablesInput {
  /** Name of the environment, or its id. */
  @IsString() @Length(1, 100) name!: string;
}

export class ListEnvInput extends PageInput {
  /** Name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`, then the name in `.svc-plugin/plugin.json`. */
  @Optional() @IsString() @Length(1, 201) workspace?: string;
}
