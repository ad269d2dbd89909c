import { inject, injectable } from 'tsyringe';
import {
  hostKey,
  usageError,
  type Context,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import type { LoginInput, LoginResult } from '../contract/dto/login.js';
import type { SessionGrant } from '../contract/dto/sign-in.js';
import { redeemCode, signIn } from '../contract/operations/sign-in.js';
import { browserKey, type Browser } from './browser.js';
import { clientName } from './client-name.js';
import { storedConnectionKey, type StoredConnection } from './connection.js';
import { DeviceLogin } from './device-login.js';
import { KeptSignIn } from './kept-sign-in.js';
import { standardInputKey, type StandardInput } from './standard-input.js';

/** By browser unless a password or code is requested. Without a terminal, a flag must say how to sign in. */
function byBrowser({ browser, code, email, passwordStdin }: LoginInput, { ask }: Context): boolean {
  const otherwise = code === true || email !== undefined || passwordStdin === true;
  if (browser !== undefined && otherwise)
    throw usageError({
      what: '--browser cannot be combined with --code, --email or --password-stdin.',
    });
  if (browser === undefined && !otherwise && !ask.interactive)
    throw usageError({
      what: 'There is no terminal to ask on.',
      hint: 'Run `svc login --no-browser`, which shows the address of a page where you approve the sign-in. Scripts use --email with --password-stdin, or an API key in SVC_TOKEN.',
    });
  return browser !== undefined || !otherwise;
}

function passwordQuestion(code: string | undefined): string {
  if (code === undefined) return 'Password';
  return code.startsWith('svc_reset_')
    ? 'New password'
    : 'Password (of your account, or a new one)';
}

const addressProblem = (answer: string): string | undefined =>
  /^\S+@\S+$/.test(answer.trim()) ? undefined : 'Enter an e-mail address such as name@example.com.';

/** Secrets are read from a prompt, standard input or the environment: command-line arguments are visible to other processes. */
@injectable()
export class LoginHandler implements Handler<LoginInput, LoginResult> {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(storedConnectionKey) private readonly connection: StoredConnection,
    @inject(standardInputKey) private readonly input: StandardInput,
    @inject(DeviceLogin) private readonly device: DeviceLogin,
    @inject(browserKey) private readonly browser: Browser,
    @inject(KeptSignIn) private readonly kept: KeptSignIn,
  ) {}

  async run(input: LoginInput, context: Context): Promise<LoginResult> {
    if (input.organization !== undefined && input.code !== true)
      throw usageError({ what: '--organization can only be used with --code.' });
    const withBrowser = byBrowser(input, context);
    const server = await this.kept.server(context.progress);
    const grant = withBrowser
      ? await this.approved(input, server, context)
      : await this.grant(input, context);
    const result = await this.kept.keep(server, grant);
    this.kept.warnAboutToken(context.progress);
    return result;
  }

  private async approved(
    { browser }: LoginInput,
    server: string,
    { invoke, progress, signal }: Context,
  ): Promise<SessionGrant> {
    const start = await this.device.start(server, invoke);
    const opened = browser !== false && (await this.browser.open(start.page));
    progress.note(
      opened
        ? `Your browser opens ${start.page.href}`
        : `Open this page in a browser, on any machine:\n  ${start.page.href}`,
    );
    progress.note(`Approve the sign-in there if the page shows the code ${start.userCode}.`);
    progress.step('Waiting for the approval…');
    return this.device.grant(start, invoke, signal);
  }

  private async grant(input: LoginInput, context: Context): Promise<SessionGrant> {
    const code = input.code === true ? await this.code(context) : undefined;
    const email =
      input.email ??
      (await context.ask.text({
        message: 'E-mail address',
        flag: '--email',
        check: addressProblem,
      }));
    const password = await this.password(input, code, context);
    const { organization } = input;
    const account = { email, password, client: clientName() };
    return this.connection.anonymously(() => {
      if (code === undefined) return context.invoke(signIn, account);
      return context.invoke(redeemCode, {
        code,
        ...account,
        ...(organization === undefined ? {} : { organization }),
      });
    });
  }

  private async code({ ask }: Context): Promise<string> {
    const given = this.host.env['SVC_LOGIN_CODE'];
    if (given !== undefined && given !== '') return given.trim();
    return (await ask.password({ message: 'One-time code', flag: 'SVC_LOGIN_CODE' })).trim();
  }

  private password(
    { passwordStdin }: LoginInput,
    code: string | undefined,
    { ask }: Context,
  ): Promise<string> {
    if (passwordStdin === true) return this.input.firstLine();
    return ask.password({ message: passwordQuestion(code), flag: '--password-stdin' });
  }
}
