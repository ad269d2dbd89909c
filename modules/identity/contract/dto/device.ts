import { IsInt, IsString, Length, Matches } from 'svc-registry/dto';
import { IsClientName } from './client-name.js';

export class StartDeviceSignInInput {
  /** Name of the program, such as `svc on laptop`. The approval page shows it. */
  @IsString() @IsClientName() client!: string;
  /** SHA-256 of a random `codeVerifier` in base64url, as in RFC 7636: fetching the session requires the verifier. */
  @IsString()
  @Matches(/^[\w-]{43}$/, { message: 'codeChallenge must be a SHA-256 in base64url' })
  codeChallenge!: string;
}

/** A sign-in that is waiting for approval in the browser (RFC 8628). */
export class DeviceSignInGrant {
  /** Secret of the program that started the sign-in; never show it. */
  @IsString() deviceCode!: string;
  /** The code that the person enters in the browser, such as `WDJB-MJHT`. */
  @IsString() userCode!: string;
  /** Address of the page where the code is entered; without a scheme it is a path of this server. */
  @IsString() verificationUri!: string;
  /** The same address with the code in it. */
  @IsString() verificationUriComplete!: string;
  /** Seconds until the sign-in expires. */
  @IsInt() expiresIn!: number;
  /** Minimum number of seconds between two requests for the session. */
  @IsInt() interval!: number;
}

export class RedeemDeviceCodeInput {
  /** The `deviceCode` of the started sign-in. */
  @IsString() @Length(1, 200) deviceCode!: string;
  /** The text whose hash was sent as `codeChallenge`. */
  @IsString()
  @Matches(/^[\w.~-]{43,128}$/, {
    message: 'codeVerifier must be 43 to 128 letters, digits and -._~',
  })
  codeVerifier!: string;
}
