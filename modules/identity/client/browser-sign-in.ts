import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import type { BrowserSignIn } from '../contract/dto/login.js';
import type { NoInput } from '../contract/dto/sign-in.js';
import { waitingSignInKey, type WaitingSignIn } from './waiting-sign-in.js';

/** The tool `login`: answers at once; the sign-in goes on behind it. */
@injectable()
export class BrowserSignInHandler implements Handler<NoInput, BrowserSignIn> {
  constructor(@inject(waitingSignInKey) private readonly waiting: WaitingSignIn) {}

  run(_input: NoInput, context: Context): Promise<BrowserSignIn> {
    return this.waiting.begin(context);
  }
}
