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
/** A longer one is refused before it is hashed. */
export const MAX_PASSWORD_LENGTH = 1024;

export class SignInInput {
  /** E-mail address of the account; upper and lower case are the same. */
  @IsEmail() @MaxLength(MAX_EMAIL_LENGTH) email!: string;
  /** Password of the account. */
  @IsString() @Length(1, MAX_PASSWORD_LENGTH) password!: string;
  /** What you sign in with, such as `svc on laptop`: the list of your sessions shows it. */
  @Optional() @IsString() @IsClientName() client?: string;
}

export class RedeemCodeInput {
  /** The one-time code, as the server or the inviter printed it. */
  @IsString() @Length(1, 200) code!: string;
  /** E-mail address of the account; for an invitation the invited one. */
  @IsEmail() @MaxLength(MAX_EMAIL_LENGTH) email!: string;
  /** Password of the new account, or of the account that this address already has. */
  @IsString() @Length(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH) password!: string;
  /** Name of the organization that the first administrator founds; default `main`. Invitations ignore it. */
  @Optional() @IsNewName() organization?: string;
  /** What you sign in with, such as `svc on laptop`: the list of your sessions shows it. */
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

/** Who a token belongs to. */
export class Me {
  /** `user` for a person, `key` for an API key. */
  @IsIn(['user', 'key']) kind!: 'user' | 'key';
  /** The person; `null` for an API key. */
  @Nullable() @ValidateNested() @Type(() => UserView) user!: UserView | null;
  /** The API key; `null` for a person. */
  @Nullable() @ValidateNested() @Type(() => ApiKeyView) key!: ApiKeyView | null;
  /** The organizations one belongs to; for a key the one it belongs to. */
  @ValidateNested({ each: true }) @Type(() => OrganizationView) organizations!: OrganizationView[];
  /** Where new workspaces go unless told otherwise; `null` when there is none. */
  @Nullable() @IsUUID() defaultOrganizationId!: string | null;
}

export class NoInput {}
