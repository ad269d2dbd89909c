import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo, type Progress } from 'svc-registry/kernel';
import type { LoginResult } from '../contract/dto/login.js';
import type { SessionGrant } from '../contract/dto/sign-in.js';
import { CredentialsFile } from '../format/credentials-file.js';
import { isConfidential, UserConfig } from '../format/server-address.js';

/** The files below `~/.svc` that a sign-in writes. */
@injectable()
export class KeptSignIn {
  private readonly credentials: CredentialsFile;
  private readonly config: UserConfig;

  constructor(@inject(hostKey) private readonly host: HostInfo) {
    this.credentials = new CredentialsFile(host.home);
    this.config = new UserConfig(host.home);
  }

  /** The server to sign in to. Throws before the sign-in starts if the credentials file is unusable. */
  async server(progress: Progress): Promise<string> {
    const server = await this.config.server(this.host.env);
    await this.credentials.get(server);
    if (!isConfidential(server))
      progress.warn(`${server} is not encrypted: others on the network can read your credentials.`);
    return server;
  }

  async keep(server: string, { token, expiresAt, user }: SessionGrant): Promise<LoginResult> {
    await this.credentials.save(server, { token, expiresAt, email: user.email });
    await this.config.rememberServer(server);
    return { server, email: user.email, expiresAt };
  }

  /** SVC_TOKEN overrides the new sign-in; without a warning it would seem to have no effect. */
  warnAboutToken(progress: Progress): void {
    if ((this.host.env['SVC_TOKEN'] ?? '') !== '')
      progress.warn('SVC_TOKEN is set and takes precedence over this sign-in.');
  }
}
