import { IsIn, IsString, Optional } from 'svc-registry/dto';

const states = [
  'discovered',
  'resolved',
  'active',
  'stopped',
  'rejected',
  'unsatisfied',
  'failed',
] as const;

/** A module and its state. */
export class ModuleRow {
  /** The module's id; of a package that cannot be read, the name that the configuration gives. */
  @IsString() id!: string;

  /** `built-in`, or the file through which the module was found. */
  @IsString() origin!: string;

  /** `resolved` can be used, `active` is in use; `rejected`, `unsatisfied` and `failed` have a code and a cause. */
  @IsIn(states) state!: (typeof states)[number];

  /** Why the module cannot be used, in a word: `name_taken`, `requirement_missing`, `load_failed` and others. */
  @Optional() @IsString() code?: string;

  /** Why the module cannot be used, with the names of all modules that have a part in it. */
  @Optional() @IsString() cause?: string;

  /** What to do about it. */
  @Optional() @IsString() hint?: string;
}
