import { IsIn, IsString, Optional } from 'svc-registry/dto';

const states = ['discovered', 'resolved', 'active', 'stopped', 'rejected', 'unsatisfied', 'failed'] as const;

/** A module and how it fares. */
export class ModuleRow {
  /** The module's id. */
  @IsString() id!: string;

  /** `built-in`, or the file through which the module was found. */
  @IsString() origin!: string;

  /** `resolved` can be used, `active` is in use; `rejected`, `unsatisfied` and `failed` have a cause. */
  @IsIn(states) state!: (typeof states)[number];

  /** Why the module cannot be used. */
  @Optional() @IsString() cause?: string;
}
