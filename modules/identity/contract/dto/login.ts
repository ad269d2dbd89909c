import {
  IsBoolean,
  IsEmail,
  IsInstant,
  IsString,
  MaxLength,
  Nullable,
  Optional,
} from 'svc-registry/dto';
import { IsNewName } from '../names.js';

export class LoginInput {
  /** Sign in with the browser, the default at a terminal. `--no-browser` shows the address without opening it. */
  @Optional() @IsBoolean() browser?: boolean;
  /** E-mail address of an account with a password; prompted for if omitted. */
  @Optional() @IsEmail() @MaxLength(254) email?: string;
  /** Read the password from standard input instead of prompting for it. */
  @Optional() @IsBoolean() passwordStdin?: boolean;
  /** Redeem a one-time code that a server or an inviter printed; it is prompted for, or taken from SVC_LOGIN_CODE. */
  @Optional() @IsBoolean() code?: boolean;
  /** With `--code` on a new server: name of the first organization; default `main`. */
  @Optional() @IsNewName() organization?: string;
}

/** The saved sign-in. */
export class LoginResult {
  /** Address of the server. */
  @IsString() server!: string;
  @IsString() email!: string;
  @IsInstant() expiresAt!: string;
}

/** Options of a sign-in with the browser. */
export class BrowserSignInInput {
  /** False when the caller shows the page itself. */
  @Optional() @IsBoolean() open?: boolean;
  /** Wait until the sign-in is approved. */
  @Optional() @IsBoolean() wait?: boolean;
}

/** A sign-in with the browser that is waiting for approval or has just been approved. */
export class BrowserSignIn {
  /** Address of the server. */
  @IsString() server!: string;
  /** The page where the person approves the sign-in. */
  @IsString() page!: string;
  /** The code that the page must show; otherwise it is another sign-in. */
  @IsString() userCode!: string;
  /** True once the sign-in is approved and the credentials are saved. */
  @IsBoolean() signedIn!: boolean;
  /** True if a browser on this machine opens the page; otherwise the person opens it, on any machine. */
  @IsBoolean() opened!: boolean;
  /** When the sign-in expires. */
  @IsInstant() expiresAt!: string;
}

/** The token that svc sends to the server. */
export class TokenView {
  /** Address of the server that the token is for. */
  @IsString() server!: string;
  /** The token of a session, or an API key. */
  @IsString() token!: string;
}

export class LogoutInput {
  /** End all your sessions on the server, both of programs and of browsers. */
  @Optional() @IsBoolean() everywhere?: boolean;
}

export class LogoutResult {
  /** Address of the server. */
  @IsString() server!: string;
  /** E-mail address of the removed credentials; `null` if there were none. */
  @Nullable() @IsString() email!: string | null;
  /** True if the session was ended on the server; false if it had already ended or the server could not be reached. */
  @IsBoolean() revoked!: boolean;
}
