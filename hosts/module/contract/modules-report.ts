import { IsArray, Type, ValidateNested } from 'svc-registry/dto';
import { ModuleRow } from './module-row.js';

/** The modules of the command line. */
export class ModulesReport {
  /** Every module that was found, in the order in which they start; those that cannot, last. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => ModuleRow) modules!: ModuleRow[];
}
