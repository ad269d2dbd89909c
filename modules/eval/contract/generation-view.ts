/** Generations of scenarios, as every surface shows them. */
import {
  IsArray,
  IsIn,
  IsInstant,
  IsInt,
  IsString,
  IsUUID,
  Nullable,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { RunProgress } from '../../jobs/contract/run-view.js';
import { EvalFailure } from './run-view.js';
import { generationStatuses, type GenerationStatus } from './words.js';

/** What the scenarios are made of. */
export class GenerationSource {
  @IsIn(['plugin', 'commit', 'pull-request']) type!: 'plugin' | 'commit' | 'pull-request';
  /** `<workspace>/<plugin>`, or the address of the repository. */
  @IsString() name!: string;
  @Nullable() @IsString() commit!: string | null;
  @Nullable() @IsInt() pullRequest!: number | null;
}

export class GenerationListed {
  @IsUUID() generationId!: string;
  @IsIn(generationStatuses) status!: GenerationStatus;
  @ValidateNested() @Type(() => GenerationSource) source!: GenerationSource;
  @IsInt() scenariosCount!: number;
  /** The person's address or the name of the API key; `null` when it no longer exists. */
  @Nullable() @IsString() createdBy!: string | null;
  @IsInstant() createdAt!: string;
  @Nullable() @IsInstant() finishedAt!: string | null;
  @Nullable() @ValidateNested() @Type(() => EvalFailure) failureReason!: EvalFailure | null;
}

export class GeneratedScenario {
  /** `<7-char-hash>-<slug>`: the name of its folder. */
  @IsString() name!: string;
  @IsString() shortDescription!: string;
  @IsInt() checklistSize!: number;
}

export class GenerationView extends GenerationListed {
  /** Name of the workspace. */
  @IsString() workspace!: string;
  /** How far it is; `null` when it has ended. */
  @Nullable() @ValidateNested() @Type(() => RunProgress) progress!: RunProgress | null;
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => GeneratedScenario)
  scenarios!: GeneratedScenario[];
  /** Proposals that were no usable scenarios, and why. */
  @IsArray() @IsString({ each: true }) rejected!: string[];
}
