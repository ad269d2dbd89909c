import { createHash, randomBytes } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import {
  hostKey,
  isSvcError,
  serverUnreachable,
  type HostInfo,
  type Invoke,
} from 'svc-registry/kernel';
import { authorizationPending, expiredToken, slowDown } from '../contract/device-errors.js';
import type { SessionGrant } from '../contract/dto/sign-in.js';
import { clientName } from './client-name.js';
import { storedConnectionKey, type StoredConnection } from './connection.js';
import { pauseKey, type Pause } from './pause.js';

/** Declarations of operations are loaded when one is called: this service is there for every command. */
const operations = () => import('../contract/operations/device.js');

const SLOWER_SECONDS = 5;
const SLOWEST_SECONDS = 60;

/** A sign-in that waits for the person's approval. */
export interface DeviceLoginStart {
  /** Where the person approves it, with the code in it. */
  readonly page: URL;
  readonly userCode: string;
  readonly expiresAt: Date;
  /** Seconds to wait before the first question. */
  readonly interval: number;
  readonly secret: { readonly deviceCode: string; readonly codeVerifier: string };
}

/** What the server names as its page; never anything that a system would start a program for. */
function pageOf(address: string, server: string): URL {
  const page = URL.canParse(address, server) ? new URL(address, server) : undefined;
  if (page === undefined || !/^https?:$/.test(page.protocol))
    throw serverUnreachable({ url: server, why: 'its answer names no web page' });
  return page;
}

/** Seconds to wait after a refusal. Throws what is final. */
function nextInterval(error: unknown, interval: number): number {
  if (!isSvcError(error)) throw error;
  const { code, status, details } = error;
  const told = typeof details['interval'] === 'number' ? details['interval'] : 0;
  if (code === authorizationPending.spec.code) return Math.max(told, interval);
  if (code === slowDown.spec.code) return Math.max(told, interval + SLOWER_SECONDS);
  // the server may be back before the time is over
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

  /** Asks until somebody has approved. Throws what ends the sign-in: denied, expired, the signal. */
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
