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
  /** To hand to the person; shown only here. They redeem it with `svc login --code`. */
  @IsString() code!: string;
  /** Address of the page where they redeem it; `null` when the server does not know its own address (`SVC_PUBLIC_URL`): then it is `/password-resets/<code>` below the address that the caller reaches it by. */
  @Nullable() @IsString() link!: string | null;
  @IsInstant() expiresAt!: string;
}

export class ResetUserInput {
  /** E-mail address of the account. */
  @IsEmail() @MaxLength(254) email!: string;
  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;
}
