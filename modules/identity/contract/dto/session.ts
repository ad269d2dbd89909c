import { IsBoolean, IsIn, IsInstant, IsString, IsUUID, Length, Nullable } from 'svc-registry/dto';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './sign-in.js';

/** One of your sign-ins. */
export class SessionView {
  @IsUUID() id!: string;
  /** `program`: the command line or a tool server. `page`: a browser. */
  @IsIn(['program', 'page']) kind!: 'program' | 'page';
  /** What signed in, as it calls itself; `null` when it did not say. */
  @Nullable() @IsString() client!: string | null;
  /** Network address that the sign-in came from; `null` when it is not known. */
  @Nullable() @IsString() address!: string | null;
  @IsInstant() createdAt!: string;
  /** When it was used last, to within five minutes. */
  @IsInstant() lastUsedAt!: string;
  /** When it ends unless it is used again. */
  @IsInstant() expiresAt!: string;
  /** True for the session that this call is made with. */
  @IsBoolean() current!: boolean;
}

export class SessionRef {
  /** Id of the session, as `svc session list` shows it. */
  @IsUUID() id!: string;
}

export class ChangePasswordInput {
  /** The password that counts until now. */
  @IsString() @Length(1, MAX_PASSWORD_LENGTH) currentPassword!: string;
  /** The password that counts from now on. */
  @IsString() @Length(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH) newPassword!: string;
}
