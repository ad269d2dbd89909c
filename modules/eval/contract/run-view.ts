/** Runs, their scenarios and cells, as every surface shows them. Scores are points; percentages are rounded down where they are shown. */
import {
  AnyJson,
  IsArray,
  IsBoolean,
  IsIn,
  IsInstant,
  IsInt,
  IsNumber,
  IsString,
  IsUUID,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { RunProgress } from '../../jobs/contract/run-view.js';
import {
  cellStatuses,
  contaminations,
  contextTypes,
  evalStatuses,
  failureClasses,
  scoredBy,
  variants,
  verdictNames,
  type CellStatus,
  type Contamination,
  type ContextType,
  type EvalStatus,
  type FailureClass,
  type ScoredBy,
  type Variant,
  type VerdictName,
} from './words.js';

/** What was sent. */
export class BundleView {
  @IsUUID() bundleId!: string;
  /** Bytes, compressed. */
  @IsInt() bytes!: number;
  /** SHA-256 of its files, in lower-case hex. */
  @IsString() fingerprint!: string;
}

/** What a run would do and cost. */
export class EvalPlanView {
  @IsInt() scenarios!: number;
  /** Scenarios times variants times repeats. */
  @IsInt() cells!: number;
  /** Cells whose result is known already: they cost nothing. */
  @IsInt() cached!: number;
  /** Cells that are solved already, and scored again. */
  @IsInt() scoredAgain!: number;
  /** How often an agent is started. */
  @IsInt() agentCalls!: number;
  /** How often a judge is asked, retries not counted. */
  @IsInt() judgeCalls!: number;
  /** The most that the run can cost. */
  @IsInt() credits!: number;
  @IsString() agent!: string;
  @Nullable() @IsString() model!: string | null;
  @IsString() scorerAgent!: string;
  @Nullable() @IsString() scorerModel!: string | null;
  /** What deserves a look before the run is started, such as a judge of the solver's own family. */
  @IsArray() @IsString({ each: true }) notes!: string[];
}

/** Why a run or a cell has no result. */
export class EvalFailure {
  @IsString() code!: string;
  @IsString() message!: string;
}

export class CellFailure {
  @IsIn(failureClasses) class!: FailureClass;
  @IsString() message!: string;
}

/** Points of one criterion. */
export class CriterionScore {
  @IsString() name!: string;
  @IsNumber() score!: number;
  @IsNumber() maxScore!: number;
  @IsIn(scoredBy) by!: ScoredBy;
  @IsString() reasoning!: string;
  /** What the judge quotes from the solution, as it stands there; `null` for others. */
  @Nullable() @IsString() quote!: string | null;
  /** The points before a person changed them; `null` if nobody has. */
  @Nullable() @IsNumber() overridden!: number | null;
}

/** A cell without what it made. */
export class CellListed {
  @IsUUID() cellId!: string;
  /** Name of the scenario. */
  @IsString() scenario!: string;
  @IsIn(variants) variant!: Variant;
  /** From 1. */
  @IsInt() repeat!: number;
  @IsIn(cellStatuses) status!: CellStatus;
  /** From 0 to 1; `null` without a score that counts. */
  @Nullable() @IsNumber() score!: number | null;
  @Nullable() @ValidateNested() @Type(() => CellFailure) failure!: CellFailure | null;
  /** Why the cell is void though an agent has worked. */
  @Nullable() @IsIn(contaminations) contamination!: Contamination | null;
  /** Skills of the context that the agent has loaded; `null` before it has ended, and if the context has none. */
  @Nullable() @IsArray() @IsString({ each: true }) activatedSkills!: string[] | null;
  /** Whether the result was known already. */
  @IsBoolean() cached!: boolean;
  /** Attempts that failed before the one that counts. */
  @IsInt() retries!: number;
  /** Seconds that the agent took. */
  @Nullable() @IsNumber() agentSeconds!: number | null;
}

/** A cell with its solution and the evidence of its score. */
export class CellView extends CellListed {
  @Nullable()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => CriterionScore)
  results!: CriterionScore[] | null;
  /** The last message of the agent. */
  @Nullable() @IsString() answer!: string | null;
  /** What the agent has changed, as a patch; shortened in the middle. */
  @Nullable() @IsString() diff!: string | null;
  /** What the agent has written to its output; shortened in the middle. */
  @Nullable() @IsString() transcript!: string | null;
  /** Where the context was seen, or why it counts as not seen: lines for people. */
  @IsArray() @IsString({ each: true }) evidence!: string[];
}

/** How the repeats of a variant did in a scenario. */
export class SolutionView {
  @IsIn(variants) variant!: Variant;
  /** Mean score, from 0 to 1; `null` if no cell counts. */
  @Nullable() @IsNumber() mean!: number | null;
  /** Standard deviation of the scores; `null` with fewer than two. */
  @Nullable() @IsNumber() deviation!: number | null;
  @IsArray() @ValidateNested({ each: true }) @Type(() => CellListed) cells!: CellListed[];
}

/** What the quality check says of a scenario. */
export class QualityAssessment {
  @IsIn(['FEASIBLE', 'NOT_FEASIBLE']) feasibility!: 'FEASIBLE' | 'NOT_FEASIBLE';
  @IsIn(['NO_LEAKAGE', 'LOW_LEAKAGE', 'MEDIUM_LEAKAGE', 'HIGH_LEAKAGE'])
  leakage!: 'NO_LEAKAGE' | 'LOW_LEAKAGE' | 'MEDIUM_LEAKAGE' | 'HIGH_LEAKAGE';
  @IsIn(['LOW', 'MEDIUM', 'HIGH']) scenarioValue!: 'LOW' | 'MEDIUM' | 'HIGH';
  /** Why, in sentences with the file and line of each finding. */
  @IsArray() @IsString({ each: true }) notes!: string[];
}

export class EvalScenarioView {
  @IsUUID() scenarioId!: string;
  /** Name of its folder. */
  @IsString() name!: string;
  /** SHA-256 of its files, in lower-case hex. */
  @IsString() fingerprint!: string;
  @IsString() task!: string;
  /** `criteria.json`. */
  @AnyJson() criteria!: unknown;
  /** `rejected`: excluded by the quality check. */
  @IsIn(['included', 'rejected']) qualityFilterStatus!: 'included' | 'rejected';
  @Nullable()
  @ValidateNested()
  @Type(() => QualityAssessment)
  qualityAssessment!: QualityAssessment | null;
  @IsArray() @ValidateNested({ each: true }) @Type(() => SolutionView) solutions!: SolutionView[];
}

/** An interval that covers the true value in 95 of 100 runs like this one. */
export class Interval {
  @IsNumber() low!: number;
  @IsNumber() high!: number;
}

/** Of a variant. */
export class VariantStatistics {
  @IsIn(variants) variant!: Variant;
  /** Mean of the scenarios' means, from 0 to 1; `null` if no cell counts. */
  @Nullable() @IsNumber() mean!: number | null;
  @Nullable() @ValidateNested() @Type(() => Interval) interval!: Interval | null;
  /** The share of scenarios that at least one of the repeats passes, and that all of them pass. */
  @Nullable() @IsNumber() passAt!: number | null;
  @Nullable() @IsNumber() passAll!: number | null;
  /** Share of cells whose agent loaded a skill of the context; `null` where there was none to load. */
  @Nullable() @IsNumber() activation!: number | null;
}

/** How often the same inputs, compared with themselves, would have been called different. */
export class Calibration {
  /** Comparisons that called identical inputs `improves` or `harms`, as a share; `null` with fewer than two repeats. */
  @Nullable() @IsNumber() flipRate!: number | null;
  @IsInt() comparisons!: number;
}

/** What the run shows about its context. */
export class VerdictView {
  @IsIn(verdictNames) verdict!: VerdictName;
  /** The verdict as people read it, such as `underpowered (needs about 24 scenarios)`. */
  @IsString() text!: string;
  /** Mean difference with and without the context, in percentage points; `null` without a pair. */
  @Nullable() @IsNumber() lift!: number | null;
  /** Of the lift, in percentage points; `null` with fewer than two scenarios. */
  @Nullable() @ValidateNested() @Type(() => Interval) interval!: Interval | null;
  /** Two-sided, of the test named by `test`; `null` without a pair. */
  @Nullable() @IsNumber() p!: number | null;
  @IsString() test!: string;
  /** Scenarios and pairs that count. */
  @IsInt() scenarios!: number;
  @IsInt() pairs!: number;
  /** Scenarios that would show a lift of `effect` percentage points four times in five. */
  @Nullable() @IsInt() needed!: number | null;
  @IsNumber() effect!: number;
  @ValidateNested() @Type(() => Calibration) calibration!: Calibration;
}

/** How many cells count, and why the others do not. */
export class CoverageView {
  @IsInt() cells!: number;
  @IsInt() scored!: number;
  @IsInt() void!: number;
  @IsInt() retries!: number;
  /** Void cells by failure class or kind of contamination. */
  @AnyJson() why!: Record<string, number>;
}

class EvalConfigView {
  @IsString() agent!: string;
  @Nullable() @IsString() model!: string | null;
  @IsString() scorerAgent!: string;
  @Nullable() @IsString() scorerModel!: string | null;
  @IsInt() runs!: number;
  @IsArray() @IsIn(variants, { each: true }) variants!: Variant[];
  @IsIn(contextTypes) contextType!: ContextType;
  /** `<workspace>/<plugin>@<version>`, or the path of the files that were sent; `null` without a context. */
  @Nullable() @IsString() contextRef!: string | null;
  @Nullable() @IsString() contextCommit!: string | null;
  @IsArray() @IsString({ each: true }) skills!: string[];
  @IsBoolean() skipForcedContextActivation!: boolean;
  @IsBoolean() skipScoring!: boolean;
  @IsBoolean() qualityCheck!: boolean;
  @Nullable() @IsUUID() environmentId!: string | null;
}

/** A run in a list. */
export class EvalRunListed {
  @IsUUID() evalRunId!: string;
  @IsIn(evalStatuses) status!: EvalStatus;
  @Nullable() @IsString() label!: string | null;
  @ValidateNested() @Type(() => EvalConfigView) config!: EvalConfigView;
  @IsInt() scenariosCount!: number;
  @ValidateNested() @Type(() => CoverageView) coverage!: CoverageView;
  /** Verdict and lift; `null` before the end, and without two variants. */
  @Nullable() @ValidateNested() @Type(() => VerdictView) verdict!: VerdictView | null;
  /** Credits that were charged; those that are reserved while the run goes on. */
  @IsInt() credits!: number;
  /** The run that this one repeats. */
  @Nullable() @IsUUID() retryOf!: string | null;
  /** `<workspace>/<plugin>@<version>` that was published with these scenarios. */
  @Nullable() @IsString() published!: string | null;
  /** The person's address or the name of the API key; `null` when it no longer exists. */
  @Nullable() @IsString() createdBy!: string | null;
  @IsInstant() createdAt!: string;
  @Nullable() @IsInstant() finishedAt!: string | null;
  @Nullable() @ValidateNested() @Type(() => EvalFailure) failureReason!: EvalFailure | null;
}

/** A whole run. */
export class EvalRunView extends EvalRunListed {
  /** Name of the workspace. */
  @IsString() workspace!: string;
  /** How far it is; `null` when it has ended. */
  @Nullable() @ValidateNested() @Type(() => RunProgress) progress!: RunProgress | null;
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => VariantStatistics)
  statistics!: VariantStatistics[];
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => EvalScenarioView)
  scenarios!: EvalScenarioView[];
  /** Address of its page. */
  @Optional() @IsString() web?: string;
}

class AgentModels {
  /** Id, as `--agent` takes it. */
  @IsString() agent!: string;
  @IsString() display!: string;
  /** Models that people use with it; any other of its provider may be named too. */
  @IsArray() @IsString({ each: true }) models!: string[];
  /** Whether it solves if none is named. */
  @IsBoolean() isDefault!: boolean;
  /** The model that it uses if none is named; `null`: its own default. */
  @Nullable() @IsString() defaultModel!: string | null;
}

export class EvalAgentsView {
  @IsArray() @ValidateNested({ each: true }) @Type(() => AgentModels) agents!: AgentModels[];
  @IsString() defaultScorerAgent!: string;
  @Nullable() @IsString() defaultScorerModel!: string | null;
}

export class EvalsSwitchView {
  @IsString() workspace!: string;
  @IsBoolean() enabled!: boolean;
}
