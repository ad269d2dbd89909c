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
  /** Sign in with the browser, the default at a terminal; `--no-browser` shows the address and opens nothing. */
  @Optional() @IsBoolean() browser?: boolean;
  /** E-mail address of an account with a password; asked for when left out. */
  @Optional() @IsEmail() @MaxLength(254) email?: string;
  /** Read the password from standard input instead of asking for it. */
  @Optional() @IsBoolean() passwordStdin?: boolean;
  /** Redeem a one-time code that a server or an inviter printed; it is asked for, or taken from SVC_LOGIN_CODE. */
  @Optional() @IsBoolean() code?: boolean;
  /** With `--code` on a new server: name of the organization that you found; default `main`. */
  @Optional() @IsNewName() organization?: string;
}

/** Who is signed in where. */
export class LoginResult {
  /** Address of the server. */
  @IsString() server!: string;
  @IsString() email!: string;
  @IsInstant() expiresAt!: string;
}

/** How to begin a sign-in in the browser. */
export class BrowserSignInInput {
  /** False leaves it to the caller to show the page. */
  @Optional() @IsBoolean() open?: boolean;
  /** Answer only when somebody has signed in. */
  @Optional() @IsBoolean() wait?: boolean;
}

/** A sign-in that waits for the person's approval in the browser, or has just been approved. */
export class BrowserSignIn {
  /** Address of the server. */
  @IsString() server!: string;
  /** The page where the person approves the sign-in. */
  @IsString() page!: string;
  /** What the page must show: only then is it this sign-in. */
  @IsString() userCode!: string;
  /** True once somebody has approved it and the credentials are saved. */
  @IsBoolean() signedIn!: boolean;
  /** True when the browser of this machine opens the page; else the person opens it, on any machine. */
  @IsBoolean() opened!: boolean;
  /** Until when it can be approved. */
  @IsInstant() expiresAt!: string;
}

/** The token that svc sends to the server. */
export class TokenView {
  /** Address of the server that it is for. */
  @IsString() server!: string;
  /** A session's token or an API key. */
  @IsString() token!: string;
}

export class LogoutInput {
  /** End all your sessions on the server, of programs and of browsers. */
  @Optional() @IsBoolean() everywhere?: boolean;
}

export class LogoutResult {
  /** Address of the server. */
  @IsString() server!: string;
  /** Whose credentials were removed; `null` when there were none. */
  @Nullable() @IsString() email!: string | null;
  /** True when the server ended the session too; false when it had ended before. */
  @IsBoolean() revoked!: boolean;
}
