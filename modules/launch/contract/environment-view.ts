import { IsArray, IsInstant, IsString, IsUUID, Nullable } from 'svc-registry/dto';

/** An environment without its values, which are never shown. */
export class EnvironmentView {
  @IsUUID() id!: string;
  /** `null` for one that lasts as long as its run. */
  @Nullable() @IsString() name!: string | null;
  /** Names of its variables, sorted. */
  @IsArray() @IsString({ each: true }) keyNames!: string[];
  /** Id of the user or API key that created it. */
  @Nullable() @IsUUID() createdBy!: string | null;
  @IsInstant() createdAt!: string;
  /** When its values were replaced last. */
  @IsInstant() updatedAt!: string;
}
