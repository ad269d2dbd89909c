import { inject, injectable } from 'tsyringe';
import {
  buildExtension,
  extensionsKey,
  hostKey,
  isSvcError,
  type Context,
  type Extensions,
  type HostInfo,
  type Invoke,
  type Progress,
} from 'svc-registry/kernel';
import { afterSignInPoint, type SignedIn } from '../contract/after-sign-in.js';
import type { BrowserSignIn } from '../contract/dto/login.js';
import { browserKey, type Browser } from './browser.js';
import { DeviceLogin, type DeviceLoginStart } from './device-login.js';
import { KeptSignIn } from './kept-sign-in.js';

interface Waiting {
  readonly server: string;
  readonly start: DeviceLoginStart;
  /** Resolves when the sign-in is approved and the credentials are stored; rejects when it can no longer be approved. */
  readonly approval: Promise<SignedIn>;
  /** Whether the browser was opened; `undefined` until a caller requests it. */
  opened?: Promise<boolean>;
}

type Begun = Omit<BrowserSignIn, 'signedIn'> & { readonly approval: Promise<SignedIn> };

/** The sign-in that a long-running program waits for in the background. There is at most one at a time. */
@injectable()
export class WaitingSignIn {
  private readonly stopping = new AbortController();
  private waiting: Promise<Waiting> | undefined;
  /** Sign-ins that are still waiting, or whose extensions (`afterSignIn`) are still running. */
  private readonly unfinished = new Set<Promise<void>>();

  constructor(
    @inject(DeviceLogin) private readonly device: DeviceLogin,
    @inject(browserKey) private readonly browser: Browser,
    @inject(KeptSignIn) private readonly kept: KeptSignIn,
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Returns the pending sign-in or starts one. The browser is opened at most once per sign-in. */
  async begin(context: Context, open: boolean): Promise<Begun> {
    this.waiting ??= this.start(context);
    const waiting = await this.waiting.catch((error: unknown) => {
      this.waiting = undefined;
      throw error;
    });
    const { server, start, approval } = waiting;
    const { page, userCode, expiresAt } = start;
    if (open) waiting.opened ??= this.browser.open(page);
    const opened = (await waiting.opened) ?? false;
    this.kept.warnAboutToken(context.progress);
    return {
      server,
      page: page.href,
      userCode,
      opened,
      expiresAt: expiresAt.toISOString(),
      approval,
    };
  }

  /** Called when the program ends; gives up the pending sign-in. */
  async dispose(): Promise<void> {
    this.stopping.abort();
    await this.waiting?.catch(() => undefined);
    await Promise.all(this.unfinished);
  }

  private async start(context: Context): Promise<Waiting> {
    const server = await this.kept.server(context.progress);
    const start = await this.device.start(server, context.invoke);
    const background = this.backgroundOf(context);
    const approval = this.approve(start, server, background);
    const finished = this.finish(approval, background).finally(() =>
      this.unfinished.delete(finished),
    );
    this.unfinished.add(finished);
    return { server, start, approval };
  }

  private async approve(
    start: DeviceLoginStart,
    server: string,
    { invoke, signal }: Context,
  ): Promise<SignedIn> {
    // the code is now spent: the next call starts a new sign-in, even if the rest here takes long
    const grant = await this.device.grant(start, invoke, signal).finally(() => {
      this.waiting = undefined;
    });
    const { email } = await this.kept.keep(server, grant);
    return { server, email };
  }

  private async finish(approval: Promise<SignedIn>, context: Context): Promise<void> {
    try {
      await this.notify(await approval, context);
    } catch (err) {
      // the caller may be gone, so the failure is logged
      const why = isSvcError(err) ? { code: err.code, why: err.message } : { err };
      if (!context.signal.aborted)
        this.host.log.warn(why, 'the sign-in with the browser has failed');
    }
  }

  private async notify(event: SignedIn, context: Context): Promise<void> {
    for (const extension of this.extensions.of(afterSignInPoint)) {
      await (await buildExtension(extension)).signedIn(event, context);
    }
  }

  /** The call's context with a signal, progress and `invoke` that outlive the call. */
  private backgroundOf(context: Context): Context {
    const { signal } = this.stopping;
    const { log } = this.host;
    const write = (text: string): void => {
      log.info({}, text);
    };
    const progress: Progress = { step: write, note: write, warn: write };
    const invoke: Invoke = (operation, input, options) =>
      context.invoke(operation, input, { signal, ...options });
    return { ...context, signal, progress, invoke };
  }
}
