import type { Connection, Context } from 'svc-registry/kernel';
import type { Received } from './fetch-progress.js';
import type { RegistryClient, RemoteVersion, VersionFilter } from './registry-client.js';

/** The registry of the user's configuration. The client is loaded at the first call: plugins from folders and git need none. */
export class RegistryOnUse implements RegistryClient {
  private loaded: Promise<RegistryClient> | undefined;

  constructor(
    private readonly context: Pick<Context, 'invoke' | 'signal'>,
    private readonly connection: () => Promise<Connection>,
    /** Reports waiting for a busy registry; without it, calls are not repeated. */
    private readonly waiting?: Context['progress'],
  ) {}

  async latest(name: string): Promise<RemoteVersion> {
    return (await this.client()).latest(name);
  }

  async version(name: string, version: string): Promise<RemoteVersion> {
    return (await this.client()).version(name, version);
  }

  async versions(name: string, filter?: VersionFilter): Promise<readonly RemoteVersion[]> {
    return (await this.client()).versions(name, filter);
  }

  async download(name: string, version: string, received?: Received): Promise<Uint8Array> {
    return (await this.client()).download(name, version, received);
  }

  private client(): Promise<RegistryClient> {
    this.loaded ??= this.load();
    return this.loaded;
  }

  private async load(): Promise<RegistryClient> {
    const { HttpRegistryClient } = await import('./registry-client.js');
    if (this.waiting === undefined) return new HttpRegistryClient(this.context, this.connection);
    const { RetryPolicy } = await import('./retry-policy.js');
    const retryPolicy = new RetryPolicy({ signal: this.context.signal, progress: this.waiting });
    return new HttpRegistryClient(this.context, this.connection, retryPolicy);
  }
}
