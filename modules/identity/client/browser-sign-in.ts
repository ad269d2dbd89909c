import { inject, injectable } from 'tsyringe';
import { cancelled, type Context, type Handler } from 'svc-registry/kernel';
import type { BrowserSignIn, BrowserSignInInput } from '../contract/dto/login.js';
import { WaitingSignIn } from './waiting-sign-in.js';

/** The tool `login`. It answers immediately unless asked to wait; the sign-in continues in the background. */
@injectable()
export class BrowserSignInHandler implements Handler<BrowserSignInInput, BrowserSignIn> {
  constructor(@inject(WaitingSignIn) private readonly waiting: WaitingSignIn) {}

  async run(
    { open = true, wait = false }: BrowserSignInInput,
    context: Context,
  ): Promise<BrowserSignIn> {
    const { approval, ...begun } = await this.waiting.begin(context, open);
    if (wait) await unlessAborted(approval, context.signal);
    return { ...begun, signedIn: wait };
  }
}

/** Only the waiting is aborted, not the sign-in: other callers may be waiting for it. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(cancelled({ what: 'Waiting for the sign-in' }));
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}
