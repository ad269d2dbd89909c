import { AsyncLocalStorage } from 'node:async_hooks';
import { inject, injectable } from 'tsyringe';
import { connectionKey, hostKey, type Connection, type ConnectionSource, type HostInfo, type ServiceKey } from 'svc-registry/kernel';
import { CredentialsFile } from '../format/credentials-file.js';
import { UserConfig } from '../format/server-address.js';

/**
 * The server that is spoken to, and the token for it: SVC_TOKEN, else what a sign-in to this very origin has left.
 * A stored token is never sent to another origin.
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
    return { origin, token, ...(fixed && { fixed }) };
  }

  /** Calls made by `work` carry no token: a stored one that has expired must not spoil a sign-in. */
  anonymously<T>(work: () => Promise<T>): Promise<T> {
    return this.override.run({ token: undefined }, work);
  }

  /** Calls made by `work` carry this token, whatever SVC_TOKEN says. */
  as<T>(token: string, work: () => Promise<T>): Promise<T> {
    return this.override.run({ token }, work);
  }

  private async tokenFor(origin: string): Promise<string | undefined> {
    const override = this.override.getStore();
    if (override !== undefined) return override.token;
    const given = this.host.env['SVC_TOKEN'];
    if (given !== undefined && given !== '') return given;
    const stored = await this.credentials.get(origin);
    // whoever was signed in once is a stranger now, and may do what strangers may
    return stored === undefined || new Date(stored.expiresAt) <= this.host.clock() ? undefined : stored.token;
  }
}

/** The same service as the kernel's `connectionKey`, with what only this module needs of it. */
export const storedConnectionKey = connectionKey as ServiceKey<StoredConnection>;
