/** What the commands answer besides the views of the server. */
import {
  IsArray,
  IsIn,
  IsInt,
  IsString,
  IsUUID,
  Nullable,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { strategies, type Strategy } from './command-inputs.js';
import { GenerationView } from './generation-view.js';

/** A run that was started and is not waited for. */
export class StartedEval {
  @IsUUID() evalRunId!: string;
  @IsString() agent!: string;
  @Nullable() @IsString() model!: string | null;
  @IsInt() scenariosCount!: number;
  /** The most that it can cost. */
  @IsInt() estimatedCredits!: number;
}

/** Generations that one command has started. */
export class GenerationsStarted {
  /** One for each commit and pull request, or that of the plugin. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => GenerationView)
  generations!: GenerationView[];
  /** Ids of those that have made no scenario. */
  @IsArray() @IsUUID(undefined, { each: true }) failed!: string[];
}

/** Scenarios that were written. */
export class DownloadedScenarios {
  /** Absolute path of the folder that they are in. */
  @IsString() folder!: string;
  @IsIn(strategies) strategy!: Strategy;
  /** Names of their folders. */
  @IsArray() @IsString({ each: true }) scenarios!: string[];
  /** Those of them that replaced a folder. */
  @IsArray() @IsString({ each: true }) replaced!: string[];
  /** What else was removed from the folder. */
  @IsArray() @IsString({ each: true }) removed!: string[];
}
