import { defineExtensionPoint, type Caller, type Constructor } from 'svc-registry/kernel';

/** Where the pages of a browser's session are. */
export interface SessionPages {
  /** Takes a local path as `next`. */
  readonly signIn: string;
  /** Takes a form without fields. */
  readonly signOut: string;
}

const path = { pattern: '^/([^/]|$)', is: 'a path of this server such as /sign-in' } as const;

/** Contributed once, by the module that keeps accounts. Without it everybody is a stranger. */
export const sessionsPoint = defineExtensionPoint<SessionPages, Constructor<BrowserSessions>>(
  'web.sessions',
  { fields: { signIn: path, signOut: path } },
);

/** Sessions of browsers. Their tokens are good in the cookie of pages only: no operation takes them over HTTP. */
export interface BrowserSessions {
  /** Who holds the token, `undefined` when it is not good any more. Counts as use of the session. */
  find(token: string): Promise<Visitor | undefined>;
  /** Ends the session; nothing happens when it has ended before. */
  end(token: string): Promise<void>;
}

export interface Visitor {
  readonly caller: Caller;
  /** What operations are called with as them. */
  readonly credential: string;
}
