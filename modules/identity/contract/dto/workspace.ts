import { IsEmail, IsIn, IsInstant, IsString, IsUUID, Length, MaxLength, Nullable, Optional, OptionalNullable } from 'svc-registry/dto';
import { workspaceRoles, type WorkspaceRole } from '../access.js';
import { orgDefaultRoles, type OrgDefaultRole } from '../roles.js';
import { IsNewName } from '../names.js';
import { PageInput } from './paging.js';

const MAX_REFERENCE = 201;

export class WorkspaceView {
  @IsUUID() id!: string;
  @IsString() name!: string;
  @IsUUID() organizationId!: string;
  /** Name of the organization it belongs to. */
  @IsString() organization!: string;
  /** Role of every member of the organization in this workspace; `null` when they have none. */
  @Nullable() @IsIn(orgDefaultRoles) orgDefaultRole!: OrgDefaultRole | null;
  /** The caller's own role in it. */
  @Nullable() @IsIn(workspaceRoles) role!: WorkspaceRole | null;
  @IsInstant() createdAt!: string;
}

export class WorkspaceRef {
  /** Name or id of the workspace. */
  @IsString() @Length(1, MAX_REFERENCE) id!: string;
}

export class UpdateWorkspaceInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, MAX_REFERENCE) id!: string;
  /** Role of every member of the organization in this workspace, at most `publisher`; left out or `null` removes it. */
  @OptionalNullable() @IsIn(orgDefaultRoles) orgDefaultRole?: OrgDefaultRole | null;
}

export class CreateWorkspaceInput {
  /** Name of the new workspace: lower-case letters, digits and single hyphens. */
  @IsNewName() name!: string;
  /** Id or name of the organization it belongs to; default is your default organization. */
  @Optional() @IsString() @Length(1, 100) orgId?: string;
}

export class WorkspaceMembersInput extends PageInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, MAX_REFERENCE) workspace!: string;
}

export class AddWorkspaceMemberInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, MAX_REFERENCE) workspace!: string;
  /** E-mail address of the person. Organization admins may name newcomers: they get an invitation. */
  @IsEmail() @MaxLength(254) email!: string;
  /** Role in the workspace, at most your own; default `member`. */
  @Optional() @IsIn(workspaceRoles) role?: WorkspaceRole;
}

export class RemoveWorkspaceMemberInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, MAX_REFERENCE) workspace!: string;
  /** E-mail address or user id of the member. */
  @IsString() @Length(1, 254) member!: string;
}
