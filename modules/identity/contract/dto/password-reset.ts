import { IsInstant, IsString, Nullable } from 'svc-registry/dto';

/** A one-time code with which a person chooses a new password. */
export class PasswordResetView {
  @IsString() email!: string;
  /** To hand to the person; shown only here. They redeem it with `svc login --code`. */
  @IsString() code!: string;
  /** Address of the page where they redeem it; `null` when the server does not know its own address (`SVC_PUBLIC_URL`). */
  @Nullable() @IsString() link!: string | null;
  @IsInstant() expiresAt!: string;
}
