/** Reviews and their results, as every surface shows them. */
import {
  IsArray,
  IsIn,
  IsInstant,
  IsInt,
  IsString,
  IsUUID,
  MapOf,
  Min,
  Nullable,
  OneOf,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { RunProgress } from '../../jobs/contract/run-view.js';
import { fileRoles, type FileRole } from '../../registry/contract/file-roles.js';
import { severities, type Severity } from '../../registry/contract/scanners.js';
import {
  capabilityKinds,
  categories,
  confidences,
  type CapabilityKind,
  type Category,
  type Confidence,
} from './finding-words.js';
import { FixResult } from './fix-view.js';
import { JudgementView, QualityResult, ValidationView } from './quality-view.js';
import { reviewStatuses, type ReviewStatus } from './review-run.machine.js';

/** What a review looks for. */
export const reviewKinds = ['quality', 'security'] as const;
export type ReviewKind = (typeof reviewKinds)[number];

/** The kinds of review, and `fix`: a run that improves a skill. */
export const reviewTypes = [...reviewKinds, 'fix'] as const;
export type ReviewType = (typeof reviewTypes)[number];

export const verdicts = ['pass', 'fail', 'error'] as const;
export type Verdict = (typeof verdicts)[number];

/** A plugin with a manifest (specification, "Objects named in web API changes"). */
export class TileSkillSubject {
  @IsIn(['tile_skill']) type!: 'tile_skill';
  /** `<workspace>/<plugin>`, with `@<version>` if the manifest has a version. */
  @IsString() tileRef!: string;
  /** Base address of the registry; `null` if it is not known. */
  @Nullable() @IsString() registryUrl!: string | null;
}

/** Files without a manifest that names a plugin, such as a skill by itself. */
export class SkillSubject {
  @IsIn(['skill']) type!: 'skill';
  /** The name in `SKILL.md`, else that of the folder, shortened to be shown. */
  @IsString() name!: string;
}

/** What made the review. Without a model, the same content and the same `ruleset` have the same result. Scores of different engines are not comparable. */
export class ReviewEngine {
  /** `svc-security`, `svc-quality` for scores without a model, `svc-judge` for scores of a model. */
  @IsString() name!: string;
  @IsString() version!: string;
  /** Hash of everything that decides the result: the engine's code, the rules of the operator or the rubrics, and what a judge is asked. */
  @IsString() ruleset!: string;
  /** The language model that was asked, such as `anthropic/claude-sonnet-4-5`; left out if none was. */
  @Optional() @IsString() model?: string;
  /** The reviewer whose rubrics a model judged by: `default`, a name, or the reference of a plugin. */
  @Optional() @IsString() reviewer?: string;
  /** Hash of the reviewer's rubrics and weights. */
  @Optional() @IsString() rubricHash?: string;
  /** Hash of what the model was asked, apart from the skill. */
  @Optional() @IsString() promptHash?: string;
}

/** How the text of a finding was hidden. */
export class DecodedText {
  /** The decodings in the order in which they were applied, such as `base64`, `gzip`. */
  @IsArray() @IsString({ each: true }) steps!: readonly string[];
  /** The decoded text, with secrets masked. */
  @IsString() text!: string;
}

/** An entry of `.svc-review.yml` that suppresses a finding. */
export class Suppression {
  /** The reason that the author gave. */
  @IsString() reason!: string;
  /** The last day on which the finding is suppressed, as `2026-12-31`. */
  @IsString() expires!: string;
}

/** A problem at one line of one file. */
export class FindingView {
  /** Id of the rule, such as `fetch-execute/unknown-host`. */
  @IsString() rule!: string;
  /** Public code, such as `E005`; several rules may share one. */
  @IsString() code!: string;
  /** Id in the OWASP agentic skills top ten, such as `AST02`. */
  @IsString() owasp!: string;
  @IsIn(categories) category!: Category;
  @IsIn(severities) severity!: Severity;
  /** How certain the finding is. */
  @IsIn(confidences) confidence!: Confidence;
  @IsString() title!: string;
  /** Why this is a problem. */
  @IsString() reasoning!: string;
  /** The place of the finding and the text that was found there; `null` if there is no such text. */
  @Nullable() @IsString() issueDescription!: string | null;
  /** What the author can do about it. */
  @IsString() fix!: string;
  /** Path in the bundle; `<archive>!/<entry>` for an entry of an archive. */
  @IsString() file!: string;
  /** Line of the file, from 1. */
  @IsInt() @Min(1) line!: number;
  /** The text that was found, with secrets masked. */
  @IsString() excerpt!: string;
  /** Set if the text was found after decoding. */
  @Optional() @ValidateNested() @Type(() => DecodedText) decoded?: DecodedText;
  /** Identifies the finding in `.svc-review.yml`: 32 lower-case hex digits, which stay the same as long as the rule, the path and the text do. */
  @IsString() fingerprint!: string;
  /** `rules`, or `model` for a finding that a language model added. */
  @IsIn(['rules', 'model']) engine!: 'rules' | 'model';
  /** The entry of `.svc-review.yml` that suppresses the finding; `null` if none does. */
  @Nullable() @ValidateNested() @Type(() => Suppression) suppressed!: Suppression | null;
}

/** One file of the bundle, or one entry of an archive in it. */
export class ReviewedFileView {
  @IsString() path!: string;
  /** Size in bytes. */
  @IsInt() size!: number;
  /** SHA-256 of the contents, in lower-case hex. */
  @IsString() sha256!: string;
  @IsIn(fileRoles) role!: FileRole;
  /** `analysed`: the whole file was read. `media`: an image, font, sound or the like, which nothing runs. `unread`: the file must be read and could not be. */
  @IsIn(['analysed', 'media', 'unread']) analysed!: 'analysed' | 'media' | 'unread';
  /** Why the file is `unread`. */
  @Optional() @IsString() reason?: string;
}

/** A line of a file. */
export class LineView {
  @IsString() file!: string;
  @IsInt() @Min(1) line!: number;
}

/** Something that the plugin can do. */
export class CapabilityView {
  @IsIn(capabilityKinds) kind!: CapabilityKind;
  /** The host, program, path, variable or name; `dynamic` if the plugin computes it at run time. */
  @IsString() value!: string;
  /** Lines that show the capability, at most five, in order of file and line. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => LineView) at!: readonly LineView[];
}

/** An entry of `.svc-review.yml` that suppresses nothing, because it has a mistake or has expired, or no finding has its fingerprint. */
export class ReviewWarning {
  @IsString() file!: string;
  @IsInt() @Min(1) line!: number;
  @IsString() message!: string;
}

/** The result of a security review. */
export class SecurityResult {
  /** `fail` with a CRITICAL finding that is not suppressed; else `error` if a file could not be read or a model gave no usable answer; else `pass`. */
  @IsIn(verdicts) verdict!: Verdict;
  /** Severity of the worst finding that is not suppressed; `null` if there is none. */
  @Nullable() @IsIn(severities) overallSeverity!: Severity | null;
  /** Worst first, then by file and line. Includes suppressed findings. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => FindingView)
  findings!: readonly FindingView[];
  /** Why the review is undecided for another reason than an unread file; else `null`. */
  @Nullable() @IsString() undecided!: string | null;
  /** Number of findings that were left out because there were too many. */
  @IsInt() omitted!: number;
  /** Number of suppressed findings among `findings`. */
  @IsInt() suppressed!: number;
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ReviewedFileView)
  files!: readonly ReviewedFileView[];
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => CapabilityView)
  capabilities!: readonly CapabilityView[];
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ReviewWarning)
  warnings!: readonly ReviewWarning[];
}

/** A review or fix run without its result. */
export class ReviewRunSummary {
  /** Id of the review or fix run. */
  @IsUUID() reviewRunId!: string;
  @IsIn(reviewTypes) type!: ReviewType;
  @IsIn(reviewStatuses) status!: ReviewStatus;
  @OneOf({ by: 'type', types: { tile_skill: TileSkillSubject, skill: SkillSubject } })
  subject!: TileSkillSubject | SkillSubject;
  /** Id of the published version that is reviewed; `null` for files that were sent. */
  @Nullable() @IsUUID() versionId!: string | null;
  /** The name that was given to the review when it was started; `null` without one. */
  @Nullable() @IsString() label!: string | null;
  /** When the review was requested. */
  @IsInstant() createdAt!: string;
  /** When work on it began; `null` before. */
  @Nullable() @IsInstant() startedAt!: string | null;
  /** When it was completed, failed or was cancelled; `null` before. */
  @Nullable() @IsInstant() finishedAt!: string | null;
  /** Id of the earlier review whose result was reused because content and rules were the same; `null` if none was. */
  @Nullable() @IsUUID() reusedFromReviewRunId!: string | null;
  /** What reviews or has reviewed; of a security review `null` before it is completed. */
  @Nullable() @ValidateNested() @Type(() => ReviewEngine) engine!: ReviewEngine | null;
  /** Why the review failed; `null` if it did not. */
  @Nullable() @IsString() failureReason!: string | null;
}

/** An entry of the list of reviews. */
export class ReviewRunListed extends ReviewRunSummary {
  /** Of a completed security review; else `null`. */
  @Nullable() @IsIn(verdicts) verdict!: Verdict | null;
  /** Severity of the worst finding that is not suppressed; `null` if there is none. */
  @Nullable() @IsIn(severities) overallSeverity!: Severity | null;
  /** Score of a completed quality review, 0 to 100, or the final score of a fix run; `null` without a score. */
  @Nullable() @IsInt() reviewScore!: number | null;
}

/** A review or fix run with its result, which stands in the part of its type. */
export class ReviewRunView extends ReviewRunSummary {
  /** Name of the workspace. */
  @IsString() workspace!: string;
  /** How far a run is that goes on; `null` if it has reported nothing, and after its end. */
  @Nullable() @ValidateNested() @Type(() => RunProgress) progress!: RunProgress | null;
  /** The result of a completed security review; else `null`. */
  @Nullable() @ValidateNested() @Type(() => SecurityResult) security!: SecurityResult | null;
  /** The result of a completed quality review; else `null`. */
  @Nullable() @ValidateNested() @Type(() => QualityResult) review!: QualityResult | null;
  /** The checks of the only skill; left out of reviews of several skills, where each skill of `review` has its own. */
  @Optional() @ValidateNested() @Type(() => ValidationView) validation?: ValidationView;
  /** The judgements of the only skill, by judge; left out of reviews of several skills. */
  @Optional() @MapOf(() => JudgementView) judges?: Readonly<Record<string, JudgementView>>;
  /** The settings and the result of a fix run; `null` for reviews. */
  @Nullable() @ValidateNested() @Type(() => FixResult) fix!: FixResult | null;
  /** Whether the review passes `--fail-on` or `--threshold`; left out without these options. */
  @Optional() @IsIn(['pass', 'fail']) gate?: 'pass' | 'fail';
}
