import type { Caller } from './caller.js';
import type { ExitCode, SvcError } from './errors.js';
import type { Located } from './authorization.js';

export type Class<T> = new () => T;

/** A page of a list. Cursors are opaque; `null` means there is nothing on that side. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly next: string | null;
  readonly prev: string | null;
  /** What there is to say of the whole list, as the operation's `meta` describes it. */
  readonly meta?: object;
}

/** A file or an archive as an operation hands it out. */
export interface FileResult {
  readonly body: AsyncIterable<Uint8Array>;
  readonly contentType: string;
  /** Bytes of `body`, when known. */
  readonly size?: number | undefined;
  /** Strong validator without quotes: a hash of the content. */
  readonly etag?: string | undefined;
  readonly filename?: string | undefined;
  /** True when the content can never change under this address. */
  readonly immutable?: boolean | undefined;
  /** False keeps shared caches from storing it. */
  readonly shared?: boolean | undefined;
}

/**
 * Who may run an operation.
 * - `anyone`: also without signing in.
 * - `signed-in`: every known caller.
 * - `local`: runs on the user's machine with the user's rights; nothing is authorised. Of the server facet it has no HTTP surface:
 *   it is a command for the operator of the server, on its machine and with its data.
 * - a permission on an object: the object is located first, and an object the caller may not see is "not found".
 */
export type Access<I> =
  | 'anyone'
  | 'signed-in'
  | 'local'
  | {
      /** Such as `tile:publish`. */
      readonly permission: string;
      /** Kind of the object, such as `workspace`: a module contributes a locator for it. */
      readonly on: string;
      /** Which object: its id or name as the locator understands it. The caller matters where a default depends on who asks. */
      readonly of: (input: I, caller: Caller) => string;
      /**
       * The error for a signed-in caller who may not: the same whether they see the object, it is hidden from them or it does not exist.
       * Default: 401 for strangers and 403 for others who see the object, else 404.
       */
      readonly refusal?: (input: I) => SvcError;
    };

/** What a shell offers for a field: the ids contributed at a point, or a field of what an operation of this machine lists, which takes no input. */
type Completion =
  | { readonly point: string }
  | { readonly operation: string; readonly list: string; readonly field: string };

/** How an operation shows on the command line. Flags and help come from the input DTO. */
export interface CliSurface<I> {
  /** The command's words: `plugin publish`. */
  readonly name: string;
  /** Other full names of the same command: `auth login`. */
  readonly aliases?: readonly string[];
  /** Input fields given by position, in order. Required when the field is required; a list field takes the rest. */
  readonly positionals?: readonly (keyof I & string)[];
  /** One-letter flags: `{ yes: 'y' }`. */
  readonly short?: Partial<Record<keyof I & string, string>>;
  /** Flag names that differ from the field's kebab-case name. */
  readonly flags?: Partial<Record<keyof I & string, string>>;
  /** Fields that the command line does not offer. */
  readonly omit?: readonly (keyof I & string)[];
  readonly examples?: readonly { readonly command: string; readonly text: string }[];
  /**
   * A question that a person answers with yes before it is done, for what takes something from others: `{field}` stands for what was typed. The
   * command then takes `--yes`, which answers it and is needed where nobody can be asked. The input has no such field.
   */
  readonly confirm?: string;
  /** Fields whose values a shell can complete. Those of one of several choices need none. */
  readonly complete?: Partial<Record<keyof I & string, Completion>>;
  /** A list in the output: while it is not empty, the command has answered and yet ends with this exit code. */
  readonly complaints?: { readonly field: string; readonly exit: ExitCode };
}

/** How an operation shows as a tool of the stdio tool server. */
export interface McpSurface<I> {
  /** The tool's name: `tile_publish`. */
  readonly name: string;
  /** The tool's name for people: `Publish a plugin`. Default is the operation's summary. */
  readonly title?: string;
  /** Text for the agent; default is the operation's summary. */
  readonly description?: string;
  /** Tool parameter names that differ from the field's name. */
  readonly rename?: Partial<Record<keyof I & string, string>>;
  readonly omit?: readonly (keyof I & string)[];
  /** Values the tool always passes, for fields that it does not offer. */
  readonly fixed?: Partial<I>;
  /** Of an operation that writes: whether it changes or removes what is there, and does not only add. Left out, clients assume so. */
  readonly destructive?: boolean;
  /** Whether it deals with what anybody may have written, such as search results. Left out, clients assume so. */
  readonly openWorld?: boolean;
  /** True when a call by nobody in particular begins a sign-in first; default as `access` says. For operations of the user's machine. */
  readonly signIn?: boolean;
  /** True for a tool that works in a project: it takes the parameter `projectDir`, and `context.cwd` is then that folder, which is there. */
  readonly inProject?: boolean;
  /** Fields that hold a path of this machine. A URL or a path that begins with `~` is refused there, because no shell expands it. */
  readonly paths?: readonly (keyof I & string)[];
}

/** How an operation shows over HTTP. Path parameters, query and JSON body together are the input. */
export interface HttpSurface<I> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/v1/tiles/:workspace/:tile`; a last `*path` takes the rest of the path. */
  readonly path: string;
  readonly tag: 'public' | 'experimental';
  /** `json` (default): the body's fields join the input. `bytes`: the body is `context.upload`, fields come from path and query. */
  readonly body?: 'json' | 'bytes';
  /** `json` (default) or `file` (the handler answers a FileResult). */
  readonly output?: 'json' | 'file';
  /** Query names that differ from the field's name: `{ pageSize: 'page[size]' }`. */
  readonly query?: Partial<Record<keyof I & string, string>>;
  /** Success status; default 200, and 204 where the operation has no output. */
  readonly status?: number;
}

interface OperationSpec<I extends object, O> {
  /** `<module>.<verb or noun>`, such as `schedule.pause`. */
  readonly id: string;
  /** One line, imperative, without a full stop. */
  readonly summary: string;
  /** More, in Markdown, for help and reference. */
  readonly description?: string;
  readonly effect: 'read' | 'write';
  /** True when doing it twice is the same as doing it once. */
  readonly idempotent?: boolean;
  /** Which facet holds the handler: the server's or the user's machine. */
  readonly runsAt: 'server' | 'client';
  readonly access: Access<I>;
  /** Names of rate limits (`kernel.rateLimits`). Only for what costs much or can be abused: each costs a statement. */
  readonly limits?: readonly string[];
  /** The input holds a secret, such as a password: nobody may keep it, nor a hash of it. Over HTTP it takes no `Idempotency-Key`. */
  readonly takesSecret?: true;
  /** The answer holds a secret that is shown once: nobody may keep it. */
  readonly answersSecret?: true;
  readonly input: () => Promise<Class<I>>;
  /** The output's class; for a list operation the class of one entry. Left out when there is none. */
  readonly output?: () => Promise<Class<O>>;
  /** Of a list operation: the class of the page's `meta`. */
  readonly meta?: () => Promise<Class<object>>;
  readonly cli?: CliSurface<I>;
  readonly mcp?: McpSurface<I>;
  readonly http?: HttpSurface<I>;
}

/** One thing a user can do. `R` is what its handler answers. */
export interface Operation<I extends object, R> extends Omit<OperationSpec<I, object>, 'output'> {
  readonly output?: (() => Promise<Class<object>>) | undefined;
  readonly list: boolean;
  readonly __result?: R;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- operations of any input, held in one collection
export type AnyOperation = Operation<any, any>;

export function defineOperation<I extends object, O extends object>(
  spec: OperationSpec<I, O> & { readonly output: () => Promise<Class<O>> },
): Operation<I, O> {
  return { ...spec, list: false };
}

interface MayBeRepeated {
  readonly effect: string;
  readonly access: unknown;
  readonly takesSecret?: true | undefined;
  readonly http?: { readonly method: string; readonly output?: string } | undefined;
}

/** Whether a call over HTTP may carry an `Idempotency-Key`: every POST that changes something for somebody who is known, and takes no secret. */
export const takesIdempotencyKey = ({
  effect,
  access,
  http,
  takesSecret,
}: MayBeRepeated): boolean =>
  http?.method === 'POST' &&
  http.output !== 'file' &&
  effect === 'write' &&
  access !== 'anyone' &&
  takesSecret !== true;

/** Seconds for which a server holds an `Idempotency-Key` whose request nobody seems to carry out any more: then a repetition takes it over. */
export const IDEMPOTENCY_HOLD_SECONDS = 60;

/** An operation that answers a page of a list. */
export function defineListOperation<I extends object, T extends object, M extends object = never>(
  spec: OperationSpec<I, T> & {
    readonly output: () => Promise<Class<T>>;
    readonly meta?: () => Promise<Class<M>>;
  },
): Operation<I, Page<T> & ([M] extends [never] ? object : { readonly meta: M })> {
  return { ...spec, list: true };
}

/** An operation that answers nothing: over HTTP 204. */
export function defineCommand<I extends object>(
  spec: Omit<OperationSpec<I, never>, 'output'>,
): Operation<I, void> {
  return { ...spec, list: false };
}

/** An operation that answers bytes. */
export function defineFileOperation<I extends object>(
  spec: Omit<OperationSpec<I, never>, 'output'>,
): Operation<I, FileResult> {
  return { ...spec, list: false };
}

/** How much is done of work that consists of several pieces. */
export interface ProgressAmount {
  /** What is done to each piece, such as `Fetching`. */
  readonly phase: string;
  /** Pieces that are done; one that is done in part counts as a fraction. */
  readonly done: number;
  /** All pieces, as far as they are known now; at least 1. */
  readonly total: number;
  /** Bytes received so far; left out where bytes are not counted. */
  readonly bytes?: number;
}

/** Messages to the person who waits. The command line shows them on stderr, the tool server sends the warnings with the answer. */
export interface Progress {
  /**
   * The current step; the next one replaces it. With an `amount` the text names the current piece: a terminal then shows a progress bar, and
   * any other output gets one line for each piece.
   */
  step(text: string, amount?: ProgressAmount): void;
  /** Worth knowing, stays on the screen. */
  note(text: string): void;
  warn(text: string): void;
}

/** Questions to the person at the terminal. `flag` names what answers the question without asking. */
export interface Ask {
  /** False in scripts, tool servers and servers: every question then fails with a usage error that names `flag`. */
  readonly interactive: boolean;
  confirm(question: { message: string; flag: string; initial?: boolean }): Promise<boolean>;
  /** `check` says what is wrong with an answer: then it is asked again. */
  text(question: {
    message: string;
    flag: string;
    initial?: string;
    check?: (answer: string) => string | undefined;
  }): Promise<string>;
  password(question: { message: string; flag: string }): Promise<string>;
  select<T extends string>(question: Choice<T>): Promise<T>;
  selectMany<T extends string>(
    question: Choice<T> & { initial?: readonly T[] },
  ): Promise<readonly T[]>;
}

/**
 * What needs a person where an agent calls. Each resolves when the agent may do it, and throws `consent_required` when it may not: the person
 * says no, or cannot be asked.
 */
export interface Consent {
  /** Before files below the folder are written. Its path is absolute; it need not exist yet. */
  write(folder: string): Promise<void>;
  /** Before what the folder holds is published. Nobody is asked: outside the folders that are open to the agent it throws. */
  publish(folder: string): Promise<void>;
  /** Before something is shown to everybody that only some could see, or that was nowhere: `what` names it, `command` does the same in a terminal. */
  goPublic(step: { readonly what: string; readonly command: string }): Promise<void>;
}

export interface Choice<T extends string> {
  readonly message: string;
  readonly flag: string;
  readonly options: readonly {
    readonly value: T;
    readonly label?: string;
    readonly hint?: string;
  }[];
}

/** An object as books name it. */
export interface Subject {
  readonly kind: string;
  /** `null` where objects of the kind have none. */
  readonly id: string | null;
  readonly name: string;
}

/** Everything a handler gets besides its input. */
export interface Context {
  readonly caller: Caller;
  /** Network address the call came from, for limits; `undefined` when it came from this process. */
  readonly address?: string | undefined;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly ask: Ask;
  /** Set where an agent calls a tool, and no person a command. */
  readonly consent?: Consent | undefined;
  /** The folder the user stands in. Client facet only; on the server it is empty. */
  readonly cwd: string;
  /** The user's environment on the client, the server's on the server. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The object that `access.of` named, as its locator found it. */
  readonly target?: Located | undefined;
  /** The request's body, for operations whose HTTP body is `bytes`. */
  readonly upload?: AsyncIterable<Uint8Array> | undefined;
  /** Names the object for the audit log where `access` names only its place, or none. Called before the unit of work that changes the object ends. */
  readonly auditSubject?: ((object: Subject) => void) | undefined;
  /** Reports working time, for limits that count it: without what the call has waited for others. */
  readonly spent?: ((milliseconds: number) => void) | undefined;
  /** Calls another operation as the same caller. */
  readonly invoke: Invoke;
}

/** Calls an operation: in this process when its facet is loaded here, else over HTTP. */
export type Invoke = <I extends object, R>(
  operation: Operation<I, R>,
  input: I,
  options?: CallOptions,
) => Promise<R>;

interface CallOptions {
  readonly upload?: AsyncIterable<Uint8Array> | Uint8Array;
  readonly signal?: AbortSignal;
}

export interface Handler<I extends object, R> {
  run(input: I, context: Context): Promise<R>;
}
