import { defineExtensionPoint, type Caller, type Constructor } from 'svc-registry/kernel';

/** The addresses of the pages that start and end a session. */
export interface SessionPages {
  /** Accepts a local path in the query parameter `next`. */
  readonly signIn: string;
  /** Accepts a form without fields. */
  readonly signOut: string;
}

const path = { pattern: '^/([^/]|$)', is: 'a path of this server such as /sign-in' } as const;

/** The sessions of browsers: whose session a cookie belongs to, and its end. There is one contribution, by the module that keeps accounts. */
export const sessionsPoint = defineExtensionPoint<SessionPages, Constructor<BrowserSessions>>(
  'web.sessions',
  { fields: { signIn: path, signOut: path } },
);

/** Sessions of browsers. Their tokens work in the cookie of pages only: no operation accepts them over HTTP. */
export interface BrowserSessions {
  /** The user of the session; `undefined` when the session does not exist or has ended. Counts as use of the session. */
  find(token: string): Promise<Visitor | undefined>;
  /** Ends the session if it exists. */
  end(token: string): Promise<void>;
  /** Whether people who are not signed in see nothing that the server holds: their pages then have no field to search in. */
  isClosed?(): boolean;
}

/** A signed-in user of a browser. */
export interface Visitor {
  readonly caller: Caller;
  /** The token with which operations are called as this user. */
  readonly credential: string;
}
