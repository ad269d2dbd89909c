import { defineClassPoint, type Context } from 'svc-registry/kernel';

/** A new sign-in. */
export interface SignedIn {
  /** Address of the server. */
  readonly server: string;
  readonly email: string;
}

/** Runs in the background after a sign-in through the tool `login`; its progress goes to the log. */
export interface AfterSignIn {
  /** The context has the folder of the tool's call and invokes operations as the new user. Its signal aborts when the program ends. */
  signedIn(event: SignedIn, context: Context): Promise<void>;
}

/** Code that runs after a person has signed in through the tool `login`. It runs on the person's machine (client facet). */
export const afterSignInPoint = defineClassPoint<AfterSignIn>('identity.afterSignIn');
