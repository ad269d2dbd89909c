import { IsArray, IsBoolean, IsNotEmpty, IsString, Optional } from 'svc-registry/dto';

/** What agents may do through the tool server without a person. */
export class McpStartInput {
  /** A folder that tools may write in and publish from besides those that are open. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) @IsNotEmpty({ each: true }) allowDir?: string[];
  /** Tools may publish the first public version of a plugin without asking. */
  @Optional() @IsBoolean() allowPublic?: boolean;
}
