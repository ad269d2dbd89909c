import { inject, injectable } from 'tsyringe';
import { hostKey, usageError, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import type { LoginInput, LoginResult } from '../contract/dto/login.js';
import type { SessionGrant } from '../contract/dto/sign-in.js';
import { redeemCode, signIn } from '../contract/operations/sign-in.js';
import { CredentialsFile } from '../format/credentials-file.js';
import { isConfidential, UserConfig } from '../format/server-address.js';
import { storedConnectionKey, type StoredConnection } from './connection.js';
import { standardInputKey, type StandardInput } from './standard-input.js';

/** Secrets come by prompt, standard input or environment: arguments are seen by every process of the machine. */
@injectable()
export class LoginHandler implements Handler<LoginInput, LoginResult> {
  private readonly credentials: CredentialsFile;
  private readonly config: UserConfig;

  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(storedConnectionKey) private readonly connection: StoredConnection,
    @inject(standardInputKey) private readonly input: StandardInput,
  ) {
    this.credentials = new CredentialsFile(host.home);
    this.config = new UserConfig(host.home);
  }

  async run(input: LoginInput, context: Context): Promise<LoginResult> {
    if (input.organization !== undefined && input.code !== true) throw usageError({ what: 'An organization is only founded with --code.' });
    const server = await this.config.server(this.host.env);
    // an unreadable file is reported before a session is made that could not be saved
    await this.credentials.get(server);
    if (!isConfidential(server)) context.progress.warn(`${server} is not encrypted: others on the way can read the password.`);
    const { token, expiresAt, user } = await this.grant(input, context);
    await this.credentials.save(server, { token, expiresAt, email: user.email });
    await this.config.rememberServer(server);
    this.warnAboutToken(context);
    return { server, email: user.email, expiresAt };
  }

  private async grant(input: LoginInput, context: Context): Promise<SessionGrant> {
    const code = input.code === true ? await this.code(context) : undefined;
    const email = input.email ?? (await context.ask.text({ message: 'E-mail address', flag: '--email' }));
    const password = await this.password(input, context);
    const { organization } = input;
    return this.connection.anonymously(() => {
      if (code === undefined) return context.invoke(signIn, { email, password });
      return context.invoke(redeemCode, { code, email, password, ...(organization === undefined ? {} : { organization }) });
    });
  }

  private async code({ ask }: Context): Promise<string> {
    const given = this.host.env['SVC_LOGIN_CODE'];
    if (given !== undefined && given !== '') return given.trim();
    return (await ask.password({ message: 'One-time code', flag: 'the environment variable SVC_LOGIN_CODE' })).trim();
  }

  private password({ passwordStdin, code }: LoginInput, { ask }: Context): Promise<string> {
    if (passwordStdin === true) return this.input.firstLine();
    const message = code === true ? 'Password (a new one, unless you have an account)' : 'Password';
    return ask.password({ message, flag: '--password-stdin' });
  }

  private warnAboutToken({ progress }: Context): void {
    if ((this.host.env['SVC_TOKEN'] ?? '') !== '') progress.warn('SVC_TOKEN is set and goes before this sign-in.');
  }
}
