import { IsBoolean, IsIn, IsInstant, IsString, IsUUID, Length, Nullable } from 'svc-registry/dto';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './sign-in.js';

/** One of your sign-ins. */
export class SessionView {
  @IsUUID() id!: string;
  /** `program`: the command line or a tool server. `page`: a browser. */
  @IsIn(['program', 'page']) kind!: 'program' | 'page';
  /** Name of the program or browser, as it gave it; `null` if it gave none. */
  @Nullable() @IsString() client!: string | null;
  /** Network address of the sign-in; `null` if it is not known. */
  @Nullable() @IsString() address!: string | null;
  @IsInstant() createdAt!: string;
  /** When the session was last used, to within five minutes. */
  @IsInstant() lastUsedAt!: string;
  /** When the session expires if it is not used again. */
  @IsInstant() expiresAt!: string;
  /** True for the session of this request. */
  @IsBoolean() current!: boolean;
}

export class SessionRef {
  /** Id of the session, as `svc session list` shows it. */
  @IsUUID() id!: string;
}

export class ChangePasswordInput {
  /** Current password. */
  @IsString() @Length(1, MAX_PASSWORD_LENGTH) currentPassword!: string;
  /** New password. */
  @IsString() @Length(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH) newPassword!: string;
}
