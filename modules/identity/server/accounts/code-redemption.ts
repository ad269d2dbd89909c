import { inject, injectable } from 'tsyringe';
import { hostKey, staleState, type HostInfo } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import {
  isUniqueViolation,
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { RedeemCodeInput, SessionGrant } from '../../contract/dto/sign-in.js';
import { codeInvalid, signInFailed } from '../../contract/errors.js';
import { User } from '../entities/people.js';
import type { Invitation } from '../entities/tokens.js';
import { PasswordHasher } from '../password-hasher.js';
import { tokenKind } from '../token.js';
import { lockOrganization } from '../workspaces/organizations.js';
import { emailKey } from './email.js';
import { Provisioning } from './provisioning.js';
import { holdAccount } from './hold-account.js';
import { Invitations } from './invitations.js';
import { joinByInvitation } from './join-by-invitation.js';
import { PasswordResets } from './password-resets.js';
import { type SessionOrigin, Sessions } from './sessions.js';
import { type Attempt, SignInLimits } from './sign-in-limits.js';

const FIRST_ORGANIZATION = 'main';

/** Signs people in by one-time codes. Passwords are hashed before the unit of work begins: on SQLite a unit blocks all other writes. */
@injectable()
export class CodeRedemption {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PasswordHasher) private readonly hasher: PasswordHasher,
    @inject(SignInLimits) private readonly limits: SignInLimits,
    @inject(Invitations) private readonly invitations: Invitations,
    @inject(Provisioning) private readonly provisioning: Provisioning,
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(PasswordResets) private readonly passwordResets: PasswordResets,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Throws `code_invalid`, also for a code of another account, `sign_in_failed` for a wrong password of an existing account, and `too_many_attempts`. */
  async redeem(input: RedeemCodeInput, from: SessionOrigin): Promise<SessionGrant> {
    const account = emailKey(input.email);
    const attempt = { account, address: from.address };
    // codes cannot be guessed, so only the address is limited; limiting the account would let a
    // stranger without a code use up the attempts of a user who has forgotten the password
    await this.limits.useOfAddress(attempt);
    if (tokenKind(input.code) === 'reset') return this.redeemReset(input, from);
    const invitation = await this.invitations.find(this.database.manager, input.code, input.email);
    const known = await this.database.manager.findOneBy(User, { emailKey: account });
    const passwordHash =
      known === null
        ? await this.hasher.hash(input.password)
        : await this.checked(known, input.password, attempt);
    try {
      return await this.unitOfWork.run(async (manager) => {
        const grant = await this.letIn(manager, { input, invitation, known, passwordHash, from });
        await this.limits.succeeded(attempt);
        return grant;
      });
    } catch (error) {
      if (isUniqueViolation(error))
        throw staleState({ kind: 'account', id: input.email }, { cause: error });
      throw error;
    }
  }

  private async checked(
    { passwordHash }: User,
    password: string,
    attempt: Attempt,
  ): Promise<string | null> {
    await this.limits.useOfAccount(attempt);
    if (!(await this.hasher.verify(passwordHash, password))) throw signInFailed();
    return passwordHash;
  }

  /** Sets a new password. All sessions of the user end, so that anyone who knew the old password is signed out. */
  private async redeemReset(
    { code, email, password }: RedeemCodeInput,
    from: SessionOrigin,
  ): Promise<SessionGrant> {
    const reset = await this.passwordResets.find(this.database.manager, code);
    const { user } = reset;
    if (user.emailKey !== emailKey(email)) throw codeInvalid();
    const passwordHash = await this.hasher.hash(password);
    const grant = await this.unitOfWork.run(async (manager) => {
      // first, because it locks the account: issuing a reset takes the locks in the same order
      await this.sessions.endAll(manager, user.id);
      await this.passwordResets.useUp(manager, reset);
      await this.passwordResets.cancel(manager, user.id);
      await manager.update(User, { id: user.id }, { passwordHash });
      await this.limits.succeeded({ account: user.emailKey, address: from.address });
      return this.sessions.start(manager, user, from);
    });
    this.host.log.info({ userId: user.id, address: from.address }, 'a password reset was redeemed');
    return grant;
  }

  private async letIn(manager: EntityManager, redemption: Redemption): Promise<SessionGrant> {
    const { input, invitation, known, passwordHash, from } = redemption;
    const { organizationId: invitedTo } = invitation;
    // lock the organization before the invitation's row, as revoking does; the opposite order could
    // deadlock
    if (invitedTo !== null) await lockOrganization(manager, invitedTo);
    await this.invitations.useUp(manager, invitation);
    const organizationId =
      invitedTo ??
      (await this.provisioning.organization(manager, input.organization ?? FIRST_ORGANIZATION)).id;
    const account = { email: input.email, passwordHash, defaultOrganizationId: organizationId };
    const user = known ?? (await this.provisioning.user(manager, account));
    await joinByInvitation(manager, {
      provisioning: this.provisioning,
      invitation,
      organizationId,
      user,
    });
    if ((await holdAccount(manager, user.id))?.passwordHash !== passwordHash) throw signInFailed();
    // resets issued by admins of the user's other organizations must not give access to this one;
    // holding the account prevents new ones meanwhile
    await this.passwordResets.cancel(manager, user.id);
    return this.sessions.start(manager, user, from);
  }
}

interface Redemption {
  readonly input: RedeemCodeInput;
  readonly invitation: Invitation;
  readonly known: User | null;
  readonly passwordHash: string | null;
  readonly from: SessionOrigin;
}
