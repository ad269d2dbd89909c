import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsInstant,
  IsString,
  IsUUID,
  Length,
  Matches,
  MaxLength,
  Nullable,
  Optional,
  OptionalNullable,
  PageInput,
} from 'svc-registry/dto';
import { workspaceRoles, type WorkspaceRole } from '../access.js';
import { orgDefaultRoles, type OrgDefaultRole } from '../roles.js';
import { VISIBLE } from '../name-rules.js';
import { IsNewName } from '../names.js';

const MAX_REFERENCE = 201;

/** A workspace as operations answer it. */
export class WorkspaceView {
  @IsUUID() id!: string;
  @IsString() name!: string;
  @IsUUID() organizationId!: string;
  /** Name of the organization it belongs to. */
  @IsString() organization!: string;
  /** Role of every member of the organization in this workspace; `null` for none. */
  @Nullable() @IsIn(orgDefaultRoles) orgDefaultRole!: OrgDefaultRole | null;
  /** The caller's own role in it. */
  @Nullable() @IsIn(workspaceRoles) role!: WorkspaceRole | null;
  @IsInstant() createdAt!: string;
  /** When the workspace was archived: it accepts nothing new since then. `null` if it is not archived. */
  @Nullable() @IsInstant() archivedAt!: string | null;
  /** Why the workspace was archived; `null` if it is not archived. */
  @Nullable() @IsString() archivedReason!: string | null;
  /** Permissions of the caller on the workspace and its content, such as `tile:publish`. Omitted in lists. */
  @Optional() @IsString({ each: true }) allowedActions?: readonly string[];
}

/** Which workspaces to list. */
export class ListWorkspacesInput extends PageInput {
  /** Only the workspace of this name. */
  @Optional() @IsString() @MaxLength(100) name?: string;
  /** Only workspaces of this organization: its name or id. */
  @Optional() @IsString() @MaxLength(100) org?: string;
  /** Include archived workspaces. */
  @Optional() @IsBoolean() includeArchived?: boolean;
}

export class WorkspaceRef {
  /** Name or id of the workspace. */
  @IsString() @Length(1, MAX_REFERENCE) id!: string;
}

export class ArchiveWorkspaceInput extends WorkspaceRef {
  /** Why the workspace is archived; shown to everyone who sees it. */
  @IsString()
  @Length(1, 500)
  @Matches(/\S/, { message: 'reason must not be blank' })
  @Matches(VISIBLE, {
    message: 'reason must not contain control characters or invisible characters',
  })
  reason!: string;
}

export class UpdateWorkspaceInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, MAX_REFERENCE) id!: string;
  /** Role of every member of the organization in this workspace, at most `publisher`; omitted or `null` removes it. */
  @OptionalNullable() @IsIn(orgDefaultRoles) orgDefaultRole?: OrgDefaultRole | null;
}

export class CreateWorkspaceInput {
  /** Name of the new workspace: lower-case letters, digits and single hyphens between them. */
  @IsNewName() name!: string;
  /** Name or id of its organization; by default your default organization. */
  @Optional() @IsString() @Length(1, 100) orgId?: string;
}

export class WorkspaceMembersInput extends PageInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, MAX_REFERENCE) workspace!: string;
}

export class AddWorkspaceMemberInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, MAX_REFERENCE) workspace!: string;
  /** E-mail address of the person. Admins of the organization can name people who are not members yet: they are invited. */
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
