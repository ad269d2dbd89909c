import {
  IsEmail,
  IsIn,
  IsInstant,
  IsString,
  IsUUID,
  Length,
  MaxLength,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { IsNewName } from '../names.js';
import { ApiKeyView } from './api-key.js';
import { IsClientName } from './client-name.js';
import { OrganizationView } from './organization.js';

export const MAX_EMAIL_LENGTH = 254;

/** Shortest password of a new account, in characters. */
export const MIN_PASSWORD_LENGTH = 10;
/** Longer passwords are refused before they are hashed. */
export const MAX_PASSWORD_LENGTH = 1024;

export class SignInInput {
  /** E-mail address of the account; case does not matter. */
  @IsEmail() @MaxLength(MAX_EMAIL_LENGTH) email!: string;
  /** Password of the account. */
  @IsString() @Length(1, MAX_PASSWORD_LENGTH) password!: string;
  /** Name of the program, such as `svc on laptop`. The list of sessions shows it. */
  @Optional() @IsString() @IsClientName() client?: string;
}

export class RedeemCodeInput {
  /** The one-time code, as the server or the inviter printed it. */
  @IsString() @Length(1, 200) code!: string;
  /** E-mail address of the account; for an invitation, the invited address. */
  @IsEmail() @MaxLength(MAX_EMAIL_LENGTH) email!: string;
  /** Password of the new account, or of the existing account with this address. */
  @IsString() @Length(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH) password!: string;
  /** Name of the first organization on a new server; default `main`. Ignored for invitations. */
  @Optional() @IsNewName() organization?: string;
  /** Name of the program, such as `svc on laptop`. The list of sessions shows it. */
  @Optional() @IsString() @IsClientName() client?: string;
}

export class UserView {
  @IsUUID() id!: string;
  @IsString() email!: string;
  @IsInstant() createdAt!: string;
}

/** A new session. */
export class SessionGrant {
  /** Bearer token; shown only here. */
  @IsString() token!: string;
  @IsInstant() expiresAt!: string;
  @ValidateNested() @Type(() => UserView) user!: UserView;
}

/** The owner of a token. */
export class Me {
  /** `user` for a person, `key` for an API key. */
  @IsIn(['user', 'key']) kind!: 'user' | 'key';
  /** The person; `null` for an API key. */
  @Nullable() @ValidateNested() @Type(() => UserView) user!: UserView | null;
  /** The API key; `null` for a person. */
  @Nullable() @ValidateNested() @Type(() => ApiKeyView) key!: ApiKeyView | null;
  /** The organizations of the person, or the organization of the key. */
  @ValidateNested({ each: true }) @Type(() => OrganizationView) organizations!: OrganizationView[];
  /** Organization of new workspaces unless another one is named; `null` if there is none. */
  @Nullable() @IsUUID() defaultOrganizationId!: string | null;
}

export class NoInput {}
