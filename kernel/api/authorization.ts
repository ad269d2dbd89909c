import type { Caller } from './caller.js';
import { defineExtensionPoint } from './extension-point.js';
import { serviceKey, type Constructor } from './service-key.js';

/** An object that access is decided on. */
export interface Located<T = unknown> {
  /** Such as `workspace` or `tile`. */
  readonly kind: string;
  /** The name that the caller used, for messages. */
  readonly name: string;
  /** The workspace the object belongs to (for a workspace its own id), if any. */
  readonly workspaceId?: string | undefined;
  /** The organization the object belongs to (for an organization its own id), if known. */
  readonly organizationId?: string | undefined;
  /** The user the object belongs to, for personal objects. */
  readonly userId?: string | undefined;
  /** `public`: everyone may see it (if the instance allows public reading). `members`: only who has a role on it. */
  readonly visibility: 'public' | 'members';
  /** The row itself, so that the handler need not read it again. */
  readonly value: T;
}

/** Finds objects of one kind. Answers `null` for an id that does not exist. */
export interface Locator<T = unknown> {
  locate(id: string): Promise<Located<T> | null>;
  /** The kind and name that people know the object by, for `not_found`; left out where kind and id are clear. */
  named?(id: string): { readonly kind: string; readonly id: string };
}

/**
 * Code that finds the objects of one kind, so that access can be decided. An operation names the kind in its `access`; the located object
 * is then `context.target` of its handler.
 */
export const locatorsPoint = defineExtensionPoint<{ readonly kind: string }, Constructor<Locator>>(
  'kernel.locators',
  { fields: { kind: 'text' } },
);

/** `hide`: answer as though the object did not exist. `sign-in`: an anonymous caller might be allowed after signing in. */
export type Decision = 'allow' | 'deny' | 'sign-in' | 'hide';

/** Authenticates callers and decides what they may do. Provided by the module that owns accounts. */
export interface Authorizer {
  /** The holder of a bearer token. Throws a 401 error for a token that is unknown, revoked or expired. */
  authenticate(token: string | undefined): Promise<Caller>;
  decide(caller: Caller, permission: string, object: Located): Promise<Decision>;
  /** A hint for a signed-in caller who was denied: one sentence that names the role required on this object, and who can grant it. */
  remedy?(caller: Caller, permission: string, object: Located): string;
}

export const authorizerKey = serviceKey<Authorizer>('kernel.authorizer');
