import {
  IsEmail,
  IsInstant,
  IsNotEmpty,
  IsString,
  MaxLength,
  Nullable,
  Optional,
} from 'svc-registry/dto';

/** A one-time code with which a person chooses a new password. */
export class PasswordResetView {
  @IsString() email!: string;
  /** One-time code for the person, who redeems it with `svc login --code`; shown only here. */
  @IsString() code!: string;
  /** Address of the page where the code is redeemed. `null` if the server does not know its own address (`SVC_PUBLIC_URL`); the path is then `/password-resets/<code>`. */
  @Nullable() @IsString() link!: string | null;
  @IsInstant() expiresAt!: string;
}

export class ResetUserInput {
  /** E-mail address of the account. */
  @IsEmail() @MaxLength(254) email!: string;
  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;
}
