import { IsInt, IsString, Length, Matches } from 'svc-registry/dto';
import { IsClientName } from './client-name.js';

export class StartDeviceSignInInput {
  /** What wants to sign in, such as `svc on laptop`: the person who approves it reads this. */
  @IsString() @IsClientName() client!: string;
  /** SHA-256 of a random `codeVerifier` in base64url, as in RFC 7636: only who knows the verifier gets the session. */
  @IsString()
  @Matches(/^[\w-]{43}$/, { message: 'codeChallenge must be a SHA-256 in base64url' })
  codeChallenge!: string;
}

/** A sign-in that waits for somebody to approve it in the browser (RFC 8628). */
export class DeviceSignInGrant {
  /** Proves that it was you who asked; never show it. */
  @IsString() deviceCode!: string;
  /** What the person types in the browser, such as `WDJB-MJHT`. */
  @IsString() userCode!: string;
  /** Where they type it; without a scheme it is an address of this server. */
  @IsString() verificationUri!: string;
  /** The same with the code in it. */
  @IsString() verificationUriComplete!: string;
  /** Seconds until it ends. */
  @IsInt() expiresIn!: number;
  /** Seconds that must lie between two calls that ask for the session. */
  @IsInt() interval!: number;
}

export class RedeemDeviceCodeInput {
  /** As the start of the sign-in gave it. */
  @IsString() @Length(1, 200) deviceCode!: string;
  /** What `codeChallenge` is the hash of. */
  @IsString()
  @Matches(/^[\w.~-]{43,128}$/, {
    message: 'codeVerifier must be 43 to 128 letters, digits and -._~',
  })
  codeVerifier!: string;
}
