import { inject, injectable } from 'tsyringe';
import {
  hostKey,
  isSvcError,
  type Context,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import type { LogoutInput, LogoutResult } from '../contract/dto/login.js';
import { signOutEverywhere } from '../contract/operations/sessions.js';
import { signOut } from '../contract/operations/sign-in.js';
import { CredentialsFile } from '../format/credentials-file.js';
import { UserConfig } from '../format/server-address.js';
import { storedConnectionKey, type StoredConnection } from './connection.js';

/** Ends the stored session on the server, then removes it here, even if the server no longer knows it. */
@injectable()
export class LogoutHandler implements Handler<LogoutInput, LogoutResult> {
  private readonly credentials: CredentialsFile;
  private readonly config: UserConfig;

  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(storedConnectionKey) private readonly connection: StoredConnection,
  ) {
    this.credentials = new CredentialsFile(host.home);
    this.config = new UserConfig(host.home);
  }

  async run({ everywhere = false }: LogoutInput, context: Context): Promise<LogoutResult> {
    const server = await this.config.server(this.host.env);
    const credential = await this.credentials.get(server);
    if (credential === undefined) return { server, email: null, revoked: false };
    const revoked = await this.connection.as(credential.token, () =>
      this.revoke(everywhere, context),
    );
    await this.credentials.remove(server);
    return { server, email: credential.email, revoked };
  }

  /** Signing out here must also work if the server is unreachable or no longer knows the session. */
  private async revoke(everywhere: boolean, { invoke, progress }: Context): Promise<boolean> {
    try {
      await invoke(everywhere ? signOutEverywhere : signOut, {});
      return true;
    } catch (error) {
      if (!isSvcError(error)) throw error;
      if (error.status !== 401)
        progress.warn(`The session could not be ended on the server: ${error.message}`);
      return false;
    }
  }
}
