import { createHash, randomBytes } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import {
  hostKey,
  isSvcError,
  serverUnreachable,
  type HostInfo,
  type Invoke,
} from 'svc-registry/kernel';
import { parsedUrl } from '../../../toolbox/parsed-url.js';
import { authorizationPending, expiredToken, slowDown } from '../contract/device-errors.js';
import type { SessionGrant } from '../contract/dto/sign-in.js';
import { clientName } from './client-name.js';
import { storedConnectionKey, type StoredConnection } from './connection.js';
import { pauseKey, type Pause } from './pause.js';

/** Loaded on first use, because this service is constructed for every command. */
const operations = () => import('../contract/operations/device.js');

const SLOWER_SECONDS = 5;
const SLOWEST_SECONDS = 60;

/** A sign-in that is waiting for the user's approval. */
export interface DeviceLoginStart {
  /** Page where the user approves it; the URL contains the code. */
  readonly page: URL;
  readonly userCode: string;
  readonly expiresAt: Date;
  /** Seconds to wait before the first poll. */
  readonly interval: number;
  readonly secret: { readonly deviceCode: string; readonly codeVerifier: string };
}

/** The page that the server names. Only web addresses are accepted: another scheme could make the system start a program. */
function pageOf(address: string, server: string): URL {
  const page = parsedUrl(address, server);
  if (page === undefined || !/^https?:$/.test(page.protocol))
    throw serverUnreachable({ url: server, why: 'its answer contains no address of a web page' });
  return page;
}

/** Seconds to wait until the next poll. Throws errors that end the sign-in. */
function nextInterval(error: unknown, interval: number): number {
  if (!isSvcError(error)) throw error;
  const { code, status, details } = error;
  const reported = typeof details['interval'] === 'number' ? details['interval'] : 0;
  if (code === authorizationPending.spec.code) return Math.max(reported, interval);
  if (code === slowDown.spec.code) return Math.max(reported, interval + SLOWER_SECONDS);
  // the server may recover before the code expires
  if (status >= 500 || status === 429) return Math.min(interval * 2, SLOWEST_SECONDS);
  throw error;
}

/** Signs in by the device flow of RFC 8628. */
@injectable()
export class DeviceLogin {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(storedConnectionKey) private readonly connection: StoredConnection,
    @inject(pauseKey) private readonly pause: Pause,
  ) {}

  async start(server: string, invoke: Invoke): Promise<DeviceLoginStart> {
    const codeVerifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    const begun = this.host.clock().getTime();
    const input = { client: clientName(), codeChallenge };
    const { startDeviceSignIn } = await operations();
    const answer = await this.connection.anonymously(() => invoke(startDeviceSignIn, input));
    const { deviceCode, userCode, verificationUriComplete, expiresIn, interval } = answer;
    const page = pageOf(verificationUriComplete, server);
    return {
      page,
      userCode,
      interval,
      expiresAt: new Date(begun + expiresIn * 1000),
      secret: { deviceCode, codeVerifier },
    };
  }

  /** Polls until the user has approved. Throws when the sign-in is denied, has expired or is aborted. */
  async grant(
    { secret, expiresAt, ...start }: DeviceLoginStart,
    invoke: Invoke,
    signal: AbortSignal,
  ): Promise<SessionGrant> {
    let { interval } = start;
    while (this.host.clock() < expiresAt) {
      await this.pause(interval * 1000, signal);
      const { redeemDeviceCode } = await operations();
      try {
        return await this.connection.anonymously(() =>
          invoke(redeemDeviceCode, secret, { signal }),
        );
      } catch (error) {
        signal.throwIfAborted();
        interval = nextInterval(error, interval);
      }
    }
    throw expiredToken();
  }
}
