import type { Located } from './authorization.js';
import type { Caller } from './caller.js';
import type { SvcError } from './errors.js';
import { defineClassPoint, defineExtensionPoint } from './extension-point.js';
import type { AnyOperation, Subject } from './operation.js';
import type { Constructor } from './service-key.js';

/** The request that a call came in by. */
export interface CallRequest {
  /** `http` for a program's request, `page` for one that a page made on behalf of a person. */
  readonly surface: 'http' | 'page';
  /** In the server's log, and in the answer's `X-Request-Id`. */
  readonly id: string;
  readonly userAgent?: string | undefined;
  /** As sent: nobody has looked at it. */
  readonly idempotencyKey?: string | undefined;
  /** Adds a header to the answer, whatever that will be. */
  answerHeader?(name: string, value: string): void;
}

/** A call on a server, as its guards see it. */
export interface GuardedCall {
  readonly operation: AnyOperation;
  /** Checked: an instance of the operation's input class. */
  readonly input: object;
  readonly caller: Caller;
  /** Network address it came from; `undefined` when it came from this process. */
  readonly address: string | undefined;
  readonly request: CallRequest | undefined;
  readonly upload: AsyncIterable<Uint8Array> | undefined;
  /** The object that the operation's access names, authorised; throws what refuses the caller. Decided once. */
  readonly target: () => Promise<Located | undefined>;
  /** What is known of the object so far: as located, also for callers who are refused, unless it is hidden from them; as made, and the working time in milliseconds, when the handler has said so. */
  readonly seen: {
    readonly located?: Located | undefined;
    readonly made?: Subject;
    readonly spent?: number;
  };
}

/** Wraps calls that come to a server from outside; what a handler calls itself is part of its own call. */
export interface CallGuard {
  /** Asked once for each operation: what is not guarded pays nothing. */
  guards(operation: AnyOperation): boolean;
  /** Answers what the call answers; `next` goes on with it. */
  around(call: GuardedCall, next: (call: GuardedCall) => Promise<unknown>): Promise<unknown>;
}

/** `outer` guards run before the caller is authorised, `inner` guards after that. Within each place they run in the order in which modules start. */
export const callGuardsPoint = defineExtensionPoint<
  { readonly summary: string; readonly place: 'outer' | 'inner' },
  Constructor<CallGuard>
>('kernel.callGuards', { fields: { summary: 'text', place: ['outer', 'inner'] } });

/** Who sends a request. */
export interface Sender {
  /** Network address the request came from. */
  readonly address: string | undefined;
  /** `undefined` when nobody knows: the request was refused before, or its token does not work. */
  readonly caller: Caller | undefined;
}

/** Counts the requests that a server refuses, also those that never become a call, and turns away senders that are refused too often. */
export interface RefusalGuard {
  /** Asked before the body of a request is read. Throws when its sender has been refused too often. */
  admit(sender: Sender): Promise<void>;
  /** Called for every request that ends with an error. Answers the error to send: the same one, or another. Never throws. */
  refused(error: SvcError, sender: Sender): Promise<SvcError>;
}

export const refusalGuardsPoint = defineClassPoint<RefusalGuard>('kernel.refusalGuards');

/**
 * How often something may be called (`requests`), or how long handlers may work for it (`milliseconds`, as they report with
 * `Context.spent`), in windows that begin with their first call.
 */
export type RateLimit = {
  readonly summary: string;
  /** Whose calls count together: a user's or an API key's (a stranger's by network address), a network address', a workspace's. */
  readonly per: 'caller' | 'address' | 'workspace';
  readonly seconds: number;
} & ({ readonly requests: number } | { readonly milliseconds: number });

/** Limits that operations name. The contribution's id is its name: lower-case letters, digits and hyphens. */
const limit = {
  summary: 'text',
  per: ['caller', 'address', 'workspace'],
  seconds: { min: 1 },
} as const;

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
