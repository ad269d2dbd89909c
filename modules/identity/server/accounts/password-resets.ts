import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { resetPath } from '../../contract/code-pages.js';
import type { PasswordResetView } from '../../contract/dto/password-reset.js';
import { codeInvalid } from '../../contract/errors.js';
import { User } from '../entities/people.js';
import { findByToken, PasswordReset } from '../entities/tokens.js';
import { newToken, storedToken, tokenKind } from '../token.js';
import { publicLink } from '../../../web/contract/public-link.js';

const LIFE_MS = 24 * 60 * 60 * 1000;

/** A valid reset code and the user whose password it changes. */
export interface OpenReset {
  readonly id: string;
  readonly user: User;
}

/** Creates, finds and redeems one-time codes for a new password. */
@injectable()
export class PasswordResets {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  /** An earlier code for the user stops working. */
  async issue(
    manager: EntityManager,
    { id: userId, email }: User,
    createdBy: string | null,
  ): Promise<PasswordResetView> {
    await this.cancel(manager, userId);
    const code = newToken('reset');
    const createdAt = this.host.clock();
    const expiresAt = new Date(createdAt.getTime() + LIFE_MS);
    await manager.insert(PasswordReset, {
      id: randomUUID(),
      ...storedToken(code),
      userId,
      createdBy,
      createdAt,
      expiresAt,
    });
    this.host.log.info({ userId, createdBy }, 'a password reset was issued');
    return {
      email,
      code,
      link: publicLink(this.host.env, resetPath(code)),
      expiresAt: expiresAt.toISOString(),
    };
  }

  /** Throws `code_invalid` for a code that is unknown, used, replaced or expired. */
  async find(manager: EntityManager, code: string): Promise<OpenReset> {
    if (tokenKind(code) !== 'reset') throw codeInvalid();
    const reset = await findByToken(manager, PasswordReset, code);
    const user = reset === undefined ? null : await manager.findOneBy(User, { id: reset.userId });
    if (reset === undefined || user === null || reset.expiresAt <= this.host.clock())
      throw codeInvalid();
    return { id: reset.id, user };
  }

  /** If two callers redeem the same code at the same time, one gets `code_invalid`. */
  async useUp(manager: EntityManager, { id }: OpenReset): Promise<void> {
    const { affected } = await manager.delete(PasswordReset, { id });
    if (affected !== 1) throw codeInvalid();
  }

  /** Cancels the user's reset codes: the admin who issued one may no longer be allowed to. */
  async cancel(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(PasswordReset, { userId });
  }

  /** Cancels the reset codes that a user issued. */
  async cancelMadeBy(manager: EntityManager, createdBy: string): Promise<void> {
    await manager.delete(PasswordReset, { createdBy });
  }
}
