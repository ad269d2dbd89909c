import { AsyncLocalStorage } from 'node:async_hooks';
import { inject, injectable } from 'tsyringe';
import {
  connectionKey,
  hostKey,
  usageError,
  type Connection,
  type ConnectionSource,
  type HostInfo,
  type ServiceKey,
} from 'svc-registry/kernel';
import { settingsUnreadable } from '../contract/errors.js';
import { CredentialsFile } from '../format/credentials-file.js';
import { isConfidential, UserConfig } from '../format/server-address.js';

/**
 * The server in use and the token for it: `SVC_TOKEN`, or else the one stored when signing in to exactly this origin. A
 * stored token is never sent to another origin.
 */
@injectable()
export class StoredConnection implements ConnectionSource {
  private readonly override = new AsyncLocalStorage<{ readonly token: string | undefined }>();
  private readonly credentials: CredentialsFile;
  private readonly config: UserConfig;

  constructor(@inject(hostKey) private readonly host: HostInfo) {
    this.credentials = new CredentialsFile(host.home);
    this.config = new UserConfig(host.home);
  }

  async current(): Promise<Connection> {
    const origin = await this.config.server(this.host.env);
    const token = await this.tokenFor(origin);
    const fixed = token !== undefined && token === this.host.env['SVC_TOKEN'];
    const isReadable = token !== undefined && !isConfidential(origin);
    return {
      origin,
      token,
      ...(fixed && { fixed }),
      ...(isReadable && { warning: readableToken(origin) }),
    };
  }

  /** Calls made by `work` carry no token, because an expired stored token would make the sign-in fail. */
  anonymously<T>(work: () => Promise<T>): Promise<T> {
    return this.override.run({ token: undefined }, work);
  }

  /** Calls made by `work` carry this token and ignore SVC_TOKEN. */
  as<T>(token: string, work: () => Promise<T>): Promise<T> {
    return this.override.run({ token }, work);
  }

  private async tokenFor(origin: string): Promise<string | undefined> {
    const override = this.override.getStore();
    if (override !== undefined) return override.token;
    const given = this.host.env['SVC_TOKEN'];
    if (given !== undefined && given !== '') return checkedSetting(given);
    const stored = await this.credentials.get(origin);
    // once the session has expired, the user is anonymous and may still read public objects
    if (stored === undefined || new Date(stored.expiresAt) <= this.host.clock()) return undefined;
    if (!TOKEN.test(stored.token))
      throw settingsUnreadable({
        file: this.credentials.path,
        why: `the token for ${origin} contains invalid characters`,
      });
    return stored.token;
  }
}

/** Characters that an Authorization header can carry. */
const TOKEN = /^[\x21-\x7e]+$/;

/** The error message must not contain the token. */
function checkedSetting(token: string): string {
  if (TOKEN.test(token)) return token;
  throw usageError({
    what: 'SVC_TOKEN contains a character that API keys do not have, such as a space, a line break or a non-ASCII letter.',
    hint: 'Set it to the key alone, as `svc api-key create` shows it, or unset it.',
  });
}

function readableToken(origin: string): string {
  return `${origin} is not encrypted: others on the network can read your token. Use an https address.`;
}

/** The same service as the kernel's `connectionKey`, typed with the methods that only this module uses. */
export const storedConnectionKey = connectionKey as ServiceKey<StoredConnection>;
