import {
  IsIn,
  IsInstant,
  IsString,
  IsUUID,
  Nullable,
  Type,
  ValidateNested,
} from 'svc-registry/dto';

/** A person with a role in a workspace or an organization. */
export class MemberView {
  @IsUUID() userId!: string;
  @IsString() email!: string;
  /** Role in the requested workspace or organization. */
  @IsString() role!: string;
}

/** An invitation with its one-time code. */
export class InvitationView {
  @IsString() email!: string;
  /** One-time code for the person, who redeems it with `svc login --code`; shown only here. */
  @IsString() code!: string;
  /** Address of the page where the code is redeemed. `null` if the server does not know its own address (`SVC_PUBLIC_URL`); the path is then `/invitations/<code>`. */
  @Nullable() @IsString() link!: string | null;
  @IsInstant() expiresAt!: string;
}

export const membershipOutcomes = ['added', 'changed', 'unchanged', 'invited'] as const;
export type MembershipOutcome = (typeof membershipOutcomes)[number];

/** The effect of adding a member. */
export class MembershipChange {
  @IsIn(membershipOutcomes) outcome!: MembershipOutcome;
  /** The member after the change; `null` if the person was invited. */
  @Nullable() @ValidateNested() @Type(() => MemberView) member!: MemberView | null;
  /** The invitation, if the person is not a member of the organization yet; otherwise `null`. */
  @Nullable() @ValidateNested() @Type(() => InvitationView) invitation!: InvitationView | null;
}
