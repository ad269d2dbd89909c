import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsInstant,
  IsNotEmpty,
  IsString,
  IsUUID,
  Length,
  MaxLength,
  Nullable,
  Optional,
  PageInput,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { organizationRoles, type OrganizationRole } from '../access.js';
import { IsNewName } from '../names.js';
import { InvitationView } from './member.js';

/** An organization as its members see it. */
export class OrganizationView {
  @IsUUID() id!: string;
  @IsString() name!: string;
  /** The caller's role in it; `null` for an API key of a workspace. */
  @Nullable() @IsIn(organizationRoles) role!: OrganizationRole | null;
  @IsInstant() createdAt!: string;
}

/** A new organization. */
export class CreateOrganizationInput {
  /** Name of the organization: lower-case letters, digits and single hyphens between them. */
  @IsNewName() @IsString() name!: string;
}

/** A new organization and its first admin. */
export class CreateServerOrganizationInput extends CreateOrganizationInput {
  /** E-mail address of the first admin. A person without an account is invited. */
  @IsEmail() @MaxLength(254) admin!: string;
  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;
}

/** An organization that the operator of the server has created. */
export class NewOrganizationView {
  @IsUUID() id!: string;
  @IsString() name!: string;
  /** E-mail address of its first admin. */
  @IsString() admin!: string;
  /** The invitation of the admin; `null` if the person has an account and is already admin. */
  @Nullable() @ValidateNested() @Type(() => InvitationView) invitation!: InvitationView | null;
}

export class OrganizationRef {
  /** Name or id of the organization. */
  @IsString() @Length(1, 100) orgId!: string;
}

export class OrganizationMembersInput extends PageInput {
  /** Name or id of the organization. */
  @IsString() @Length(1, 100) organization!: string;
}

export class AddOrganizationMemberInput {
  /** Name or id of the organization. */
  @IsString() @Length(1, 100) organization!: string;
  /** E-mail address of the person. A person who is not a member yet is invited. */
  @IsEmail() @MaxLength(254) email!: string;
  /** Role in the organization; default `member`. */
  @Optional() @IsIn(organizationRoles) role?: OrganizationRole;
}

/** A member of an organization. */
export class OrganizationMemberRef {
  /** Name or id of the organization. */
  @IsString() @Length(1, 100) organization!: string;
  /** E-mail address or user id of the member. */
  @IsString() @Length(1, 254) member!: string;
}

export class RemoveOrganizationMemberInput extends OrganizationMemberRef {
  /** E-mail address or user id of the member who takes over workspaces without another owner; by default you. */
  @Optional() @IsString() @Length(1, 254) successor?: string;
  /** Keep the API keys that the person created, under the successor's name; by default they are revoked. */
  @Optional() @IsBoolean() keepKeys?: boolean;
}
