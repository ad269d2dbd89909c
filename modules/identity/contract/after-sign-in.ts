import { defineClassPoint, type Context } from 'svc-registry/kernel';

/** Who has signed in, and where. */
export interface SignedIn {
  /** Address of the server. */
  readonly server: string;
  readonly email: string;
}

/** Takes over after somebody has signed in through the tool `login`. Nobody waits for it: what it has to say goes to the log. */
export interface AfterSignIn {
  /** The context is that of the tool's call: its folder, and calls in the name of the person who has signed in. Its signal aborts when the program ends. */
  signedIn(event: SignedIn, context: Context): Promise<void>;
}

/** Filled by modules that do something with a new sign-in. Of the client facet. */
export const afterSignInPoint = defineClassPoint<AfterSignIn>('identity.afterSignIn');
