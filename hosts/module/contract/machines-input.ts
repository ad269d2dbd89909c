import { IsNotEmpty, IsString, Optional } from 'svc-registry/dto';

/** Which machines to show. */
export class MachinesInput {
  /** Id of one machine, such as registry.moderation; default is all. */
  @Optional() @IsString() @IsNotEmpty() machine?: string;
}
