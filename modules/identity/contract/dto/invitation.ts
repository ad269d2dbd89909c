import { IsIn, IsInstant, IsString, IsUUID, Length, Nullable } from 'svc-registry/dto';
import {
  organizationRoles,
  workspaceRoles,
  type OrganizationRole,
  type WorkspaceRole,
} from '../access.js';

/** An invitation that has not been redeemed. Its code is not shown again. */
export class OpenInvitationView {
  @IsUUID() id!: string;
  /** The only address that may redeem it, in lower case. */
  @IsString() email!: string;
  /** Role in the organization that the invitation grants. */
  @IsIn(organizationRoles) organizationRole!: OrganizationRole;
  /** Name of the workspace; `null` for an invitation to the organization only. */
  @Nullable() @IsString() workspace!: string | null;
  /** Role in that workspace. */
  @Nullable() @IsIn(workspaceRoles) workspaceRole!: WorkspaceRole | null;
  /** Id of the inviter. */
  @Nullable() @IsUUID() createdBy!: string | null;
  /** When its current code was created. */
  @IsInstant() sentAt!: string;
  /** When the code expires; `resend` creates another one. */
  @IsInstant() expiresAt!: string;
}

/** An invitation to an organization. */
export class InvitationRef {
  /** Name or id of the organization. */
  @IsString() @Length(1, 100) organization!: string;
  /** Id of the invitation. */
  @IsString() @Length(1, 100) invitation!: string;
}
