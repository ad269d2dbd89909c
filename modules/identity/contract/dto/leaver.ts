import { IsIn, IsInt, IsString, IsUUID, Nullable, Type, ValidateNested } from 'svc-registry/dto';

/** A workspace in which the person had a role of their own. */
export class LeftWorkspace {
  @IsString() name!: string;
  /** Role that they had. */
  @IsString() role!: string;
  /** E-mail address of the new owner when they were the only one; `null` when nobody had to take over. */
  @Nullable() @IsString() newOwner!: string | null;
}

/** An API key that the person had made. */
export class LeftApiKey {
  @IsUUID() id!: string;
  @IsString() name!: string;
  /** Name of its workspace; `null` for a key of the whole organization. */
  @Nullable() @IsString() workspace!: string | null;
  /** `revoked`: it works no more. `kept`: it goes on under another person's name. */
  @IsIn(['revoked', 'kept']) outcome!: 'revoked' | 'kept';
}

/** What removing somebody from an organization has done. */
export class LeaverReport {
  @IsUUID() userId!: string;
  @IsString() email!: string;
  @ValidateNested({ each: true }) @Type(() => LeftWorkspace) workspaces!: LeftWorkspace[];
  @ValidateNested({ each: true }) @Type(() => LeftApiKey) apiKeys!: LeftApiKey[];
  /** Addresses whose invitations do not work any more: those that the person had made, and one to the person. */
  @IsString({ each: true }) cancelledInvitations!: string[];
  /** Sessions that have ended: all when the person belongs to no organization any more, else none. */
  @IsInt() endedSessions!: number;
}
