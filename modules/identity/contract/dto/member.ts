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
  /** Role in the workspace or organization that was asked about. */
  @IsString() role!: string;
}

/** A one-time code that lets a newcomer in. */
export class InvitationView {
  @IsString() email!: string;
  /** To hand to the person; shown only here. They redeem it with `svc login --code`. */
  @IsString() code!: string;
  /** Address of the page where they redeem it; `null` when the server does not know its own address (`SVC_PUBLIC_URL`): then it is `/invitations/<code>` below the address that the caller reaches it by. */
  @Nullable() @IsString() link!: string | null;
  @IsInstant() expiresAt!: string;
}

export const membershipOutcomes = ['added', 'changed', 'unchanged', 'invited'] as const;
export type MembershipOutcome = (typeof membershipOutcomes)[number];

/** What adding a member did. */
export class MembershipChange {
  @IsIn(membershipOutcomes) outcome!: MembershipOutcome;
  /** The member as they are now; `null` when they were invited. */
  @Nullable() @ValidateNested() @Type(() => MemberView) member!: MemberView | null;
  /** The invitation, when the person is no member of the organization yet. */
  @Nullable() @ValidateNested() @Type(() => InvitationView) invitation!: InvitationView | null;
}
