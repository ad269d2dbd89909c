import { createHash, randomUUID } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import { hostKey, isSvcError, type HostInfo, type SvcError } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import {
  lockRows,
  type ReadDatabase,
  readDatabaseKey,
  type UnitOfWork,
  unitOfWorkKey,
} from '../../../persistence/contract/db.js';
import * as errors from '../../contract/device-errors.js';
import { deviceSignInMachine } from '../../contract/device-sign-in.machine.js';
import type {
  DeviceSignInGrant,
  RedeemDeviceCodeInput,
  StartDeviceSignInInput,
} from '../../contract/dto/device.js';
import type { SessionGrant } from '../../contract/dto/sign-in.js';
import { publicLink } from '../../../web/contract/public-link.js';
import { Sessions } from '../accounts/sessions.js';
import { DeviceSignIn } from '../entities/device-sign-ins.js';
import { User } from '../entities/people.js';
import { AttemptLimits, type Use } from '../limits/attempt-limits.js';
import { deviceStart, deviceStartByAddress } from '../limits/limits.js';
import { networkOf } from '../../contract/network.js';
import { newToken, sameHash, storedToken, tokenKind } from '../token.js';
import { applyEvent } from './transitions.js';
import { newUserCode, shownUserCode } from './user-code.js';

/** The page where users enter the codes of programs. */
export const DEVICE_PAGE = '/device';

const LIFE_SECONDS = 900;
const INTERVAL_SECONDS = 5;
/** Added to the interval by every poll that comes too early. */
const SLOWER_SECONDS = 5;

/** The program's side of a device sign-in. */
@injectable()
export class DeviceSignIns {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(AttemptLimits) private readonly limits: AttemptLimits,
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async start(
    { client, codeChallenge }: StartDeviceSignInInput,
    address: string | undefined,
  ): Promise<DeviceSignInGrant> {
    const byAddress: readonly Use[] =
      address === undefined ? [] : [[deviceStartByAddress, networkOf(address)]];
    await this.limits.use(...byAddress, [deviceStart, '']);
    const [deviceCode, userCode] = [newToken('device'), newUserCode()];
    const createdAt = this.host.clock();
    const row: DeviceSignIn = {
      id: randomUUID(),
      ...storedToken(deviceCode),
      client,
      address: address ?? null,
      challenge: codeChallenge,
      userCode,
      userId: null,
      state: deviceSignInMachine.initial,
      version: 1,
      intervalSeconds: INTERVAL_SECONDS,
      createdAt,
      polledAt: createdAt,
      expiresAt: new Date(createdAt.getTime() + LIFE_SECONDS * 1000),
    };
    await this.unitOfWork.run((manager) => manager.insert(DeviceSignIn, row));
    const shown = shownUserCode(userCode);
    return {
      deviceCode,
      userCode: shown,
      expiresIn: LIFE_SECONDS,
      interval: INTERVAL_SECONDS,
      verificationUri: this.pageAddress(DEVICE_PAGE),
      verificationUriComplete: this.pageAddress(`${DEVICE_PAGE}?code=${shown}`),
    };
  }

  /**
   * Without SVC_PUBLIC_URL it is a path, which programs resolve against the server they talk to. The request's Host
   * header is not used: a forged one could lead users to another site.
   */
  private pageAddress(path: string): string {
    return publicLink(this.host.env, path) ?? path;
  }

  /** Throws the errors of RFC 8628 while there is no session to return. */
  async redeem(input: RedeemDeviceCodeInput, address: string | undefined): Promise<SessionGrant> {
    // an invalid code must not cost a write: on SQLite it would block all other writes
    if ((await this.findFor(this.database.manager, input)) === undefined)
      throw errors.invalidGrant();
    // the unit returns a refusal instead of throwing it: throwing would roll back the recorded poll
    const answer = await this.unitOfWork.run((manager) => this.answer(manager, input, address));
    if (isSvcError(answer)) throw answer;
    return answer;
  }

  private async answer(
    manager: EntityManager,
    input: RedeemDeviceCodeInput,
    address?: string,
  ): Promise<SessionGrant | SvcError> {
    const row = await this.findFor(manager, input, 'locked');
    if (row === undefined || row.state === 'redeemed') return errors.invalidGrant();
    if (row.state === 'denied') return errors.accessDenied();
    if (row.state === 'expired') return errors.expiredToken();
    const now = this.host.clock();
    if (now >= row.expiresAt) {
      await applyEvent(manager, row, { event: 'timedOut' });
      return errors.expiredToken();
    }
    const early = now.getTime() < row.polledAt.getTime() + row.intervalSeconds * 1000;
    const intervalSeconds = row.intervalSeconds + (early ? SLOWER_SECONDS : 0);
    await manager.update(DeviceSignIn, { id: row.id }, { polledAt: now, intervalSeconds });
    const details = { interval: intervalSeconds };
    if (early) return errors.slowDown(details, { details });
    if (row.state === 'pending') return errors.authorizationPending(undefined, { details });
    await applyEvent(manager, row, { event: 'redeemed' });
    const user = await manager.findOneByOrFail(User, { id: row.userId ?? '' });
    return this.sessions.start(manager, user, { kind: 'program', client: row.client, address });
  }

  /** The row of this program's sign-in. With a lock, concurrent polls wait for each other. */
  private async findFor(
    manager: EntityManager,
    { deviceCode, codeVerifier }: RedeemDeviceCodeInput,
    how?: 'locked',
  ): Promise<DeviceSignIn | undefined> {
    if (tokenKind(deviceCode) !== 'device') return undefined;
    const { tokenLookup, tokenHash } = storedToken(deviceCode);
    const query = manager
      .createQueryBuilder(DeviceSignIn, 'd')
      .where('d.tokenLookup = :tokenLookup', { tokenLookup });
    if (how === 'locked') lockRows(query, 'pessimistic_write');
    const found = await query.getMany();
    const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
    return found.find(
      (row) => sameHash(row.tokenHash, tokenHash) && sameHash(row.challenge, challenge),
    );
  }
}
