import {
  AnyJson,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';

const severities = ['error', 'warning'] as const;
const sourceKinds = ['flag', 'environment', 'file', 'default'] as const;
const noteKinds = ['no-effect', 'refused'] as const;

/** A problem of a configuration. */
export class ConfigProblem {
  /** With a warning the configuration is valid. */
  @IsIn(severities) severity!: (typeof severities)[number];
  /** Path in the document, such as `feature.fs.read_only[1]`; empty for the document itself. */
  @IsString() field!: string;
  /** Left out where a flag or a variable has the problem. */
  @Optional() @IsString() file?: string;
  /** From 1, in the file as written. */
  @Optional() @IsInt() line?: number;
  /** From 1, in UTF-16 units. */
  @Optional() @IsInt() column?: number;
  /** What is wrong. */
  @IsString() message!: string;
  /** What to do. */
  @Optional() @IsString() hint?: string;
}

/** What a field that is set does not do. */
export class EffectNote {
  @IsString() field!: string;
  /** `no-effect`: it is accepted and does nothing here. `refused`: it is valid, and `lnk exec` refuses it. */
  @IsIn(noteKinds) kind!: (typeof noteKinds)[number];
  @IsString() message!: string;
  /** What to do. */
  @Optional() @IsString() hint?: string;
}

/** What `lnk config verify` found. With `--editor` the answer is an `EditorAnswer`. */
export class VerifyResult {
  /** The file as it was named; `null` without one. */
  @Nullable() @IsString() file!: string | null;
  @IsBoolean() valid!: boolean;
  /** In the file's order. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => ConfigProblem) errors!: ConfigProblem[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => ConfigProblem) warnings!: ConfigProblem[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => EffectNote) notes!: EffectNote[];
  /** With `--resolved`: every field that has a value, as a configuration file. */
  @Optional() @IsObject() resolved?: object;
}

/** Where a value comes from. */
export class ValueSource {
  @IsIn(sourceKinds) kind!: (typeof sourceKinds)[number];
  /** Of the flag or the variable. */
  @Optional() @IsString() name?: string;
  @Optional() @IsString() file?: string;
  /** From 1, in the file as written. */
  @Optional() @IsInt() line?: number;
  /** From 1, in UTF-16 units. */
  @Optional() @IsInt() column?: number;
  /** Path in the document: of the section, where its short form sets the field. */
  @Optional() @IsString() path?: string;
}

/** A value of a field that a stronger source has replaced. */
export class ReplacedValue {
  /** Any JSON value. */
  @AnyJson() value!: unknown;
  @ValidateNested() @Type(() => ValueSource) source!: ValueSource;
}

/** A field with its value and where that comes from. */
export class ExplainedField {
  /** Such as `feature.fs.mode`. */
  @IsString() field!: string;
  /** Any JSON value; `null` without one. */
  @AnyJson() value!: unknown;
  @ValidateNested() @Type(() => ValueSource) source!: ValueSource;
  /** Values that were replaced, the strongest first. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => ReplacedValue) losers!: ReplacedValue[];
  @IsString() meaning!: string;
  /** What the value may be, in words. */
  @IsString() type!: string;
  /** What holds without a value; `null` when nothing does. */
  @Nullable() @IsString() default!: string | null;
  /** Flags that set it. */
  @IsArray() @IsString({ each: true }) flags!: string[];
  /** Variables that set it, the strongest first. */
  @IsArray() @IsString({ each: true }) variables!: string[];
  /** What the field does not do here; `null` for one that works. */
  @Nullable() @IsString() note!: string | null;
}

/** What `lnk config explain` answers. */
export class Explanation {
  /** The file as it was named; `null` without one. */
  @Nullable() @IsString() file!: string | null;
  @IsArray() @ValidateNested({ each: true }) @Type(() => ExplainedField) fields!: ExplainedField[];
}

/** Where the schema was written. Without `--output` the answer is the schema itself. */
export class SchemaResult {
  /** The file, as an absolute path. */
  @IsString() file!: string;
}

/** What `lnk config verify --editor` answers. */
export interface EditorAnswer {
  readonly type: 'Success' | 'Fail';
}

/** A rule that applies to what was asked. */
export class DecisionRule {
  /** A field, such as `feature.fs.read_only[1]`, or words for a rule that is built in. */
  @IsString() name!: string;
  /** What the rule answers. */
  @IsString() verdict!: string;
  /** Why it applies, as a clause. */
  @IsString() reason!: string;
  @ValidateNested() @Type(() => ValueSource) source!: ValueSource;
}

/** What would be done, and why. */
export class DecisionView {
  /** What was asked. */
  @IsString() asked!: string;
  @IsString() verdict!: string;
  @ValidateNested() @Type(() => DecisionRule) rule!: DecisionRule;
  /** The rule that would decide if that one were not there; `null` when none comes after it. */
  @Nullable() @ValidateNested() @Type(() => DecisionRule) next!: DecisionRule | null;
  /** What the answer depends on that cannot be known here, and what often surprises people. */
  @IsArray() @IsString({ each: true }) notes!: string[];
}

export class PathMapping {
  @IsString() from!: string;
  @IsString() to!: string;
  @ValidateNested() @Type(() => DecisionRule) rule!: DecisionRule;
}

export class PathDecisionView extends DecisionView {
  /** The path that is used: behind `feature.fs.mapping`. */
  @IsString() path!: string;
  /** The mapping that changed the path; `null` without one. */
  @Nullable() @ValidateNested() @Type(() => PathMapping) mapped!: PathMapping | null;
}

export class VariableDecisionView extends DecisionView {
  /** The value that the configuration gives the variable; `null` where it gives none. */
  @Nullable() @IsString() value!: string | null;
}

export class VariableDecisions {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => VariableDecisionView)
  variables!: VariableDecisionView[];
}

export class IncomingDecisionView extends DecisionView {
  /** Port of this machine that the request would reach; `null` when it reaches none. */
  @Nullable() @IsInt() localPort!: number | null;
}
