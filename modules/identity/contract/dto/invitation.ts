import { IsIn, IsInstant, IsString, IsUUID, Length, Nullable } from 'svc-registry/dto';
import {
  organizationRoles,
  workspaceRoles,
  type OrganizationRole,
  type WorkspaceRole,
} from '../access.js';

/** An invitation that nobody has redeemed. Its code is not shown again. */
export class OpenInvitationView {
  @IsUUID() id!: string;
  /** The only address that may redeem it, in lower case. */
  @IsString() email!: string;
  /** Role in the organization that comes with it. */
  @IsIn(organizationRoles) organizationRole!: OrganizationRole;
  /** Name of the workspace that it is for; `null` when it is for the organization alone. */
  @Nullable() @IsString() workspace!: string | null;
  /** Role in that workspace. */
  @Nullable() @IsIn(workspaceRoles) workspaceRole!: WorkspaceRole | null;
  /** Id of the user who invited. */
  @Nullable() @IsUUID() createdBy!: string | null;
  /** When its present code was made. */
  @IsInstant() sentAt!: string;
  /** From then on the code is refused; `resend` makes another. */
  @IsInstant() expiresAt!: string;
}

/** An invitation into an organization. */
export class InvitationRef {
  /** Name or id of the organization. */
  @IsString() @Length(1, 100) organization!: string;
  /** Id of the invitation. */
  @IsString() @Length(1, 100) invitation!: string;
}
