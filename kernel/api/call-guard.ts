import type { Located } from './authorization.js';
import type { Caller } from './caller.js';
import type { SvcError } from './errors.js';
import { defineClassPoint, defineExtensionPoint } from './extension-point.js';
import type { AnyOperation, Subject } from './operation.js';
import type { Constructor } from './service-key.js';

/** The request that made a call. */
export interface CallRequest {
  /** `http` for a program's request, `page` for one that a page made on behalf of a person. */
  readonly surface: 'http' | 'page';
  /** The request's id in the server's log and in the response header `X-Request-Id`. */
  readonly id: string;
  readonly userAgent?: string | undefined;
  /** As sent by the client, not validated. */
  readonly idempotencyKey?: string | undefined;
  /** Adds a header to the response, whether it succeeds or fails. */
  answerHeader?(name: string, value: string): void;
}

/** A call on a server, as its guards see it. */
export interface GuardedCall {
  readonly operation: AnyOperation;
  /** Checked: an instance of the operation's input class. */
  readonly input: object;
  readonly caller: Caller;
  /** Network address of the client; `undefined` when the call came from this process. */
  readonly address: string | undefined;
  readonly request: CallRequest | undefined;
  readonly upload: AsyncIterable<Uint8Array> | undefined;
  /**
   * Authorises the caller and answers the object that the operation's access names. Throws the error for a caller who is refused. Decided only
   * once.
   */
  readonly target: () => Promise<Located | undefined>;
  /**
   * Facts about the call so far. `located` is the object, also for refused callers unless it is hidden from them; `made` and `spent` are the
   * object and the working time in milliseconds that the handler has reported.
   */
  readonly seen: {
    readonly located?: Located | undefined;
    readonly made?: Subject;
    readonly spent?: number;
  };
}

/** Wraps calls that a server receives. Calls that a handler makes are part of its own call and are not wrapped again. */
export interface CallGuard {
  /** Called once per operation, so that unguarded operations have no overhead. */
  guards(operation: AnyOperation): boolean;
  /** Returns the result of the call; `next` continues with it. */
  around(call: GuardedCall, next: (call: GuardedCall) => Promise<unknown>): Promise<unknown>;
}

/**
 * Code that wraps every call of a server's operations, for example to count or to log it. `outer` guards run before the caller is
 * authorised, `inner` guards after that. Guards of the same position run in the order in which their modules start.
 */
export const callGuardsPoint = defineExtensionPoint<
  { readonly summary: string; readonly position: 'outer' | 'inner' },
  Constructor<CallGuard>
>('kernel.callGuards', { fields: { summary: 'text', position: ['outer', 'inner'] } });

/** The sender of a request. */
export interface Sender {
  /** Network address the request came from. */
  readonly address: string | undefined;
  /** `undefined` when the caller is unknown: the request was refused before it was authenticated, or its token is invalid. */
  readonly caller: Caller | undefined;
}

/** Counts the requests that a server refuses, including those that never become a call, and rejects senders that are refused too often. */
export interface RefusalGuard {
  /** Called before the body of a request is read. Throws when its sender has been refused too often. */
  admit(sender: Sender): Promise<void>;
  /** Called for every request that ends with an error. Answers the error to send: the same one, or another. Never throws. */
  refused(error: SvcError, sender: Sender): Promise<SvcError>;
}

/** Code that sees every refused request of a server, and can turn away senders that are refused too often. */
export const refusalGuardsPoint = defineClassPoint<RefusalGuard>('kernel.refusalGuards');

/**
 * Limits how often something may be called (`requests`), or how long its handlers may work (`milliseconds`, as they report with
 * `Context.spent`), in windows that begin with the first call.
 */
export type RateLimit = {
  readonly summary: string;
  /**
   * The calls that are counted together: those of a user or API key (of a network address for anonymous callers), of a network address, or of
   * a workspace.
   */
  readonly per: 'caller' | 'address' | 'workspace';
  readonly seconds: number;
} & ({ readonly requests: number } | { readonly milliseconds: number });

const limit = {
  summary: 'text',
  per: ['caller', 'address', 'workspace'],
  seconds: { min: 1 },
} as const;

/**
 * Rate limits that operations name in `limits`. The contribution's id is the name of the limit. The module `traffic` counts the calls
 * and answers those above the limit with status 429.
 */
export const rateLimitsPoint = defineExtensionPoint<RateLimit>(
  'kernel.rateLimits',
  {
    either: [
      { fields: { ...limit, requests: { min: 1 } } },
      { fields: { ...limit, milliseconds: { min: 1 } } },
    ],
  },
  { pattern: '^[a-z][a-z\\d-]*$', is: 'lower-case letters, digits and hyphens' },
);
