import { IsIn, IsInt, IsString, IsUUID, Nullable, Type, ValidateNested } from 'svc-registry/dto';

/** A workspace in which the person had a role of their own. */
export class LeftWorkspace {
  @IsString() name!: string;
  /** Role that they had. */
  @IsString() role!: string;
  /** E-mail address of the new owner if the person was the only one; otherwise `null`. */
  @Nullable() @IsString() newOwner!: string | null;
}

/** An API key that the person had created. */
export class LeftApiKey {
  @IsUUID() id!: string;
  @IsString() name!: string;
  /** Name of its workspace; `null` for a key of the whole organization. */
  @Nullable() @IsString() workspace!: string | null;
  /** `revoked`: the key no longer works. `kept`: it stays valid under the successor's name. */
  @IsIn(['revoked', 'kept']) outcome!: 'revoked' | 'kept';
}

/** The effects of removing a person from an organization. */
export class LeaverReport {
  @IsUUID() userId!: string;
  @IsString() email!: string;
  @ValidateNested({ each: true }) @Type(() => LeftWorkspace) workspaces!: LeftWorkspace[];
  @ValidateNested({ each: true }) @Type(() => LeftApiKey) apiKeys!: LeftApiKey[];
  /** E-mail addresses whose invitations were cancelled: those that the person had sent, and one to the person. */
  @IsString({ each: true }) cancelledInvitations!: string[];
  /** Number of sessions that were ended: all if the person belongs to no other organization, otherwise none. */
  @IsInt() endedSessions!: number;
}
