import { contribute, type Context } from 'svc-registry/kernel';
import { afterSignInPoint, type AfterSignIn, type SignedIn } from 'svc-registry/identity';

export class Greet implements AfterSignIn {
  signedIn({ email }: SignedIn, { progress }: Context) {
    progress.note(`Polls are open for ${email}.`);
    return Promise.resolve();
  }
}

export const contribution = contribute(
  afterSignInPoint,
  'poll.greet',
  { summary: 'Mentions the open polls' },
  () => Promise.resolve(Greet),
);
