import { IsBoolean, IsInt, IsString, IsUUID, Length, Max, Min, Optional } from 'svc-registry/dto';

export class LaunchesCommandInput {
  /** Name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`. */
  @Optional() @IsString() @Length(1, 201) workspace?: string;
  /** How many to list at most, 1 to 100; default 20. */
  @Optional() @IsInt() @Min(1) @Max(100) limit?: number;
}

export class ViewLaunchInput {
  /** Id of the launch. */
  @IsUUID() id!: string;
  /** Follow it until it has ended. */
  @Optional() @IsBoolean() wait?: boolean;
}

export class PrintLogsInput {
  /** Id of the launch. */
  @IsUUID() id!: string;
}

export class PatchCommandInput {
  /** Id of the launch. */
  @IsUUID() id!: string;
}
