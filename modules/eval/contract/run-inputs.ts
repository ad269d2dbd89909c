/** Inputs of the operations on runs, which the server performs. */
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  Optional,
  PageInput,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { forms } from './forms.js';
import { contextTypes, evalStatuses, type ContextType, type EvalStatus } from './words.js';

/** As many as a workspace can have. */
const MOST_CREDITS = 1_000_000_000;

export const bundleKinds = ['scenarios', 'plugin'] as const;
export type BundleKind = (typeof bundleKinds)[number];

export class UploadBundleInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, forms.workspace) workspace!: string;
  /** What is sent; default `scenarios`. */
  @Optional() @IsIn(bundleKinds) kind?: BundleKind;
}

/** The context that is evaluated. */
export class EvalContextInput {
  /** `plugin`: a published one, named by `ref`. Otherwise its files are in the folder `context/` of the bundle. */
  @IsIn(['plugin', 'plugin-directory', 'files', 'commit']) type!: Exclude<
    ContextType,
    'no-context'
  >;
  /** `<workspace>/<plugin>@<version>`; of sent files, the path that people see. */
  @IsString() @Length(1, 300) @Matches(forms.label.form, forms.label) ref!: string;
  /** The commit that the sent files are of. */
  @Optional() @IsString() @Matches(/^[0-9a-f]{7,64}$/) commit?: string;
  /** Names of the skills that are evaluated; default all. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(forms.skill, { each: true })
  skills?: string[];
}

/** Where a run was started, for people who look at it later. */
export class EvalOriginInput {
  @Optional() @IsString() @Length(1, 500) remote?: string;
  @Optional() @IsString() @Length(1, 300) branch?: string;
  @Optional() @IsString() @Length(1, 64) commit?: string;
  /** Whether the folder had changes that were in no commit. */
  @Optional() @IsBoolean() dirty?: boolean;
}

/** What is run. */
export class EvalPlanInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, forms.workspace) workspace!: string;
  /** Id of the project that the scenarios belong to. */
  @Optional() @IsUUID() project?: string;
  /** Id of the bundle with the scenarios, as `POST /experimental/eval-bundles` answers it. */
  @IsUUID() bundle!: string;
  /** Left out, only the baseline is run. */
  @Optional() @ValidateNested() @Type(() => EvalContextInput) context?: EvalContextInput;
  /** Run without the baseline. Needs a context. */
  @Optional() @IsBoolean() skipBaseline?: boolean;
  /** How often each scenario is solved in each variant, 1 to 10; default 1. */
  @Optional() @IsInt() @Min(1) @Max(10) runs?: number;
  /** Id of the agent that solves; default that of the server. */
  @Optional() @IsString() @Matches(forms.agent.form, forms.agent) agent?: string;
  /** Its model; default that of the server for this agent. */
  @Optional() @IsString() @Length(1, 200) @Matches(forms.label.form, forms.label) model?: string;
  /** Who scores what no check decides: `model`, the model of the workspace, or the id of an agent; default that of the server. */
  @Optional() @IsString() @Matches(forms.agent.form, forms.agent) scorerAgent?: string;
  /** Its model. */
  @Optional()
  @IsString()
  @Length(1, 200)
  @Matches(forms.label.form, forms.label)
  scorerModel?: string;
  /** Id of an environment of the workspace, whose variables the agent gets; default the one that is named `evals`, if there is one. */
  @Optional() @IsUUID() environment?: string;
  /** The agent is not told to use the context: whether it does is then measured, and not required. */
  @Optional() @IsBoolean() skipForcedContextActivation?: boolean;
  /** Solve, and do not score. */
  @Optional() @IsBoolean() skipScoring?: boolean;
  /** Solve again what has been solved before. */
  @Optional() @IsBoolean() force?: boolean;
  /** Leave out scenarios that cannot tell a good solution from none; the run says why. */
  @Optional() @IsBoolean() qualityCheck?: boolean;
}

export class StartEvalInput extends EvalPlanInput {
  /** A name for the run, shown in lists. */
  @Optional() @IsString() @Length(1, 256) @Matches(forms.label.form, forms.label) label?: string;
  /** The most credits that the run may use; one that needs more is refused. */
  @Optional() @IsInt() @Min(0) @Max(MOST_CREDITS) mostCredits?: number;
  /** `<workspace>/<plugin>@<version>` that was published with these scenarios. */
  @Optional() @IsString() @Length(1, 300) published?: string;
  @Optional() @ValidateNested() @Type(() => EvalOriginInput) origin?: EvalOriginInput;
}

export class EvalRef {
  /** Id of the run. */
  @IsUUID() id!: string;
}

export class RetryEvalRunInput extends EvalRef {
  /** Id of an environment of the workspace, in place of that of the failed run. */
  @Optional() @IsUUID() environment?: string;
}

export class EvalLook extends EvalRef {
  /** Seconds to wait for the end of the run before the answer, at most 20; default 0. */
  @Optional() @IsInt() @Min(0) @Max(20) wait?: number;
}

export class CellRef extends EvalRef {
  /** Id of the cell. */
  @IsUUID() cell!: string;
}

export class ListCellsInput extends PageInput {
  /** Id of the run. */
  @IsUUID() id!: string;
}

export class OverrideScoreInput extends CellRef {
  /** Name of the criterion. */
  @IsString() @Length(1, 1000) criterion!: string;
  /** Points, from 0 to those of the criterion. */
  @IsNumber() @Min(0) @Max(forms.points) score!: number;
  /** Why: shown beside the score. */
  @IsString() @Length(1, 2000) reason!: string;
}

export const reportFormats = ['html', 'json', 'junit'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export class EvalReportInput extends EvalRef {
  /** Default `html`. */
  @Optional() @IsIn(reportFormats) format?: ReportFormat;
}

export class ListEvalsInput extends PageInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, forms.workspace) workspace!: string;
  /** Only runs that the caller has started. */
  @Optional() @IsBoolean() mine?: boolean;
  /** Only runs of this plugin, `<workspace>/<plugin>` or `<plugin>`. */
  @Optional() @IsString() @Length(1, 300) plugin?: string;
  @Optional() @IsIn(evalStatuses) status?: EvalStatus;
  /** Only runs with a context of this type; `no-context`: runs of the baseline alone. */
  @Optional() @IsIn(contextTypes) contextType?: ContextType;
}

export class EvalsSwitchInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, forms.workspace) workspace!: string;
  /** Whether evaluations and generations may be started. */
  @IsBoolean() enabled!: boolean;
}

export class EvalsSwitchRef {
  /** Name or id of the workspace. */
  @IsString() @Length(1, forms.workspace) workspace!: string;
}

export class ListAgentsInput {}
