/** The result of a quality review, as every surface shows it. */
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  MapOf,
  Min,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';

export const checkStatuses = ['passed', 'warning', 'error'] as const;

/** One check of a skill. A check that is an `error` means that the skill has no score. */
export class CheckView {
  /** Such as `frontmatter_valid`. */
  @IsString() name!: string;
  @IsIn(checkStatuses) status!: (typeof checkStatuses)[number];
  @IsString() message!: string;
  /** Where the fault is (`file`, `line`), and the text that would be right (`corrected`), if known. */
  @Optional() @IsObject() details?: Readonly<Record<string, string | number | readonly string[]>>;
}

/** The checks of a skill. */
export class ValidationView {
  @Nullable() @IsString() skillName!: string | null;
  @Nullable() @IsString() skillDescription!: string | null;
  @IsArray() @ValidateNested({ each: true }) @Type(() => CheckView) checks!: readonly CheckView[];
  /** Whether no check is an error. */
  @IsBoolean() overallPassed!: boolean;
  @IsInt() errorCount!: number;
  @IsInt() warningCount!: number;
}

/** A line that speaks for or against a score. */
export class EvidenceView {
  @IsString() file!: string;
  /** From 1. */
  @IsInt() @Min(1) line!: number;
  @IsString() excerpt!: string;
  /** Points of the scale that the line adds; below 0 those that it takes. */
  @IsNumber() points!: number;
  /** What the line shows. */
  @IsString() reason!: string;
}

/** A line of a file. */
export class LineView {
  @IsString() file!: string;
  /** From 1. */
  @IsInt() @Min(1) line!: number;
}

/** The score of one dimension. */
export class DimensionView {
  /** On the scale of the judge; of several answers of a model, the median. */
  @IsNumber() score!: number;
  @IsString() reasoning!: string;
  /** The lines that the score comes from; empty for what a model answered. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => EvidenceView)
  evidence!: readonly EvidenceView[];
  /** What would raise the score; `null` at the top of the scale. */
  @Nullable() @IsString() suggestion!: string | null;
  /** Where that is to be done; left out for what a model answered. */
  @Optional() @ValidateNested() @Type(() => LineView) suggestionAt?: LineView;
  /** Lowest and highest of several answers of a model; left out for one. */
  @Optional() @IsArray() @ArrayMaxSize(2) spread?: readonly [least: number, most: number];
  /** Why the score was lowered after it was given; left out if it was not. */
  @Optional() @IsString() cappedBy?: string;
}

/** The least and the best score. */
export class ScaleView {
  @IsNumber() min!: number;
  @IsNumber() max!: number;
}

/** What a judge says about a skill. */
export class EvaluationView {
  /** By the ids of the dimensions. */
  @MapOf(() => DimensionView) scores!: Readonly<Record<string, DimensionView>>;
  @IsString() overall_assessment!: string;
  /** The most useful first. */
  @IsArray() @IsString({ each: true }) suggestions!: readonly string[];
}

/** One judge: a part of the score with dimensions of its own, such as `description` and `content`. */
export class JudgementView {
  @IsBoolean() success!: boolean;
  /** Why the judge has no evaluation. */
  @Optional() @IsString() errorMessage?: string;
  @ValidateNested() @Type(() => ScaleView) scale!: ScaleView;
  @ValidateNested() @Type(() => EvaluationView) evaluation!: EvaluationView;
  /** Sum of the scores times the weights of their dimensions. */
  @IsNumber() weightedScore!: number;
  /** The weighted score between 0 and 1. */
  @IsNumber() normalizedScore!: number;
}

/** A part of the score. */
export class ComponentView {
  /** `validation`, or the name of a judge. */
  @IsString() id!: string;
  /** Share of the score; all together are 1. */
  @IsNumber() weight!: number;
  /** Between 0 and 1; `null` if a check is an error. */
  @Nullable() @IsNumber() normalized!: number | null;
}

export class ScoringView {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ComponentView)
  components!: readonly ComponentView[];
}

/** The review of one skill. */
export class SkillReviewView {
  /** The name in `SKILL.md`, else that of its folder. */
  @IsString() name!: string;
  /** Folder of the `SKILL.md`, relative to the reviewed folder; empty for that folder itself. */
  @IsString() path!: string;
  /** 0 to 100; `null` if a check is an error. */
  @Nullable() @IsInt() reviewScore!: number | null;
  @ValidateNested() @Type(() => ValidationView) validation!: ValidationView;
  /** By judge; empty if a check is an error. */
  @MapOf(() => JudgementView) judges!: Readonly<Record<string, JudgementView>>;
  @ValidateNested() @Type(() => ScoringView) scoring!: ScoringView;
  /** Files that a model was not shown, or not whole, with the reason; left out without such files and without a model. */
  @Optional() @IsArray() @IsString({ each: true }) leftOut?: readonly string[];
}

/** The result of a quality review. */
export class QualityResult {
  /** 0 to 100: the floored mean of the skills; `null` when one of them has no score, and without skills. */
  @Nullable() @IsInt() reviewScore!: number | null;
  /** In the order of their paths. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => SkillReviewView)
  skills!: readonly SkillReviewView[];
}
