import type { Caller } from './caller.js';
import type { ExitCode, SvcError } from './errors.js';
import type { Located } from './authorization.js';

export type Class<T> = new () => T;

/** A page of a list. Cursors are opaque; `null` means that there are no more entries on that side. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly next: string | null;
  readonly prev: string | null;
  /** Facts about the whole list, as the operation's `meta` describes them. */
  readonly meta?: object;
}

/** A file or an archive as an operation returns it. */
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
      /** The object's id or name, as the locator understands it. The caller is passed for defaults that depend on them. */
      readonly of: (input: I, caller: Caller) => string;
      /**
       * The error for a signed-in caller who lacks the permission. It is the same whether they see the object, it is hidden from them or it
       * does not exist. Default: 401 for anonymous callers, 403 for others who see the object, otherwise 404.
       */
      readonly refusal?: (input: I) => SvcError;
    };

/** The source of a field's completions: the ids contributed to a point, or a field of the entries that a client operation without input lists; `also` is a field with a list of further values. */
type Completion =
  | { readonly point: string }
  | {
      readonly operation: string;
      readonly list: string;
      readonly field: string;
      readonly also?: string;
    };

/** The programs that have commands. */
export const PROGRAMS = ['svc', 'lnk'] as const;

/** An operation's surface on the command line. Flags and help come from the input DTO. */
export interface CliSurface<I> {
  /** The program that has the command; default `svc`. Each program has names of its own: `svc session list` and `lnk session list` differ. */
  readonly program?: (typeof PROGRAMS)[number];
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
  /** Fields that `--json` requires as flags: a script says which object it means. */
  readonly requiredWithJson?: readonly (keyof I & string)[];
  /** Values that fields have with `--json` where they are not given: a script may need another default than a person. */
  readonly withJson?: Partial<I>;
  readonly examples?: readonly { readonly command: string; readonly text: string }[];
  /**
   * A question that a person has to confirm first, for actions that affect others; `{field}` stands for the typed value. The command then has
   * the flag `--yes`, which confirms it and is required where there is no terminal. The input must have no field of that name.
   */
  readonly confirm?: string;
  /** Fields whose values a shell can complete. Fields with a fixed set of choices need no entry. */
  readonly complete?: Partial<Record<keyof I & string, Completion>>;
  /**
   * Exit codes that follow from the output, which is printed all the same; the first one that applies wins, and without any it is 0. `field`
   * is a field of the output, or one of an object in it (`result.status`): a list that is not empty, with `is` one of these values, with `as` the
   * code itself (0 to 255, or `null`).
   */
  readonly exits?: readonly (
    | { readonly field: string; readonly exit: ExitCode; readonly is?: readonly string[] }
    | { readonly field: string; readonly as: 'exitCode' }
  )[];
}

/** An operation's surface as a tool of the stdio tool server. */
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
  /** Values that the tool always passes, for fields that it does not offer. */
  readonly fixed?: Partial<I>;
  /** For an operation that writes: whether it changes or removes existing data, instead of only adding. If left out, clients assume that it does. */
  readonly destructive?: boolean;
  /** Whether its data comes from arbitrary people, such as search results. If left out, clients assume that it does. */
  readonly openWorld?: boolean;
  /** True when an anonymous call has to begin a sign-in first; the default follows from `access`. For operations of the client facet. */
  readonly signIn?: boolean;
  /** True for a tool that works in a project: it has the parameter `projectDir`, and `context.cwd` is that existing folder. */
  readonly inProject?: boolean;
  /** Fields that hold a path of this machine. A URL or a path that begins with `~` is refused there, because no shell expands it. */
  readonly paths?: readonly (keyof I & string)[];
}

/** An operation's surface over HTTP. Path parameters, query and JSON body together form the input. */
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

/** The query names of the fields of a `PageInput` (`svc-registry/dto`), for the `query` of a list operation. */
export const pageQuery = {
  pageSize: 'page[size]',
  after: 'page[after]',
  before: 'page[before]',
} as const;

interface OperationSpec<I extends object, O> {
  /** `<module>.<verb or noun>`, such as `schedule.pause`. */
  readonly id: string;
  /** One line, imperative, without a full stop. */
  readonly summary: string;
  /** More, in Markdown, for help and reference. */
  readonly description?: string;
  readonly effect: 'read' | 'write';
  /** True when repeating the call has no further effect. */
  readonly idempotent?: boolean;
  /** The facet with the handler: on the server or on the user's machine. */
  readonly runsAt: 'server' | 'client';
  readonly access: Access<I>;
  /**
   * Names of rate limits (`kernel.rateLimits`). Only for operations that are expensive or can be abused, because each limit costs a database
   * statement.
   */
  readonly limits?: readonly string[];
  /** The input contains a secret, such as a password: neither it nor a hash of it may be stored. Over HTTP it takes no `Idempotency-Key`. */
  readonly takesSecret?: true;
  /** The output contains a secret that is shown once and must not be stored. */
  readonly answersSecret?: true;
  readonly input: () => Promise<Class<I>>;
  /** The output's class; for a list operation the class of one entry. Left out when there is none. */
  readonly output?: () => Promise<Class<O>>;
  /** For a list operation: the class of the page's `meta`. */
  readonly meta?: () => Promise<Class<object>>;
  readonly cli?: CliSurface<I>;
  readonly mcp?: McpSurface<I>;
  readonly http?: HttpSurface<I>;
}

/** One action of a user. `R` is the type that its handler answers. */
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

/** Whether a call over HTTP may carry an `Idempotency-Key`: any POST that writes on behalf of a known caller and takes no secret. */
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

/** Seconds for which a server reserves an `Idempotency-Key` whose request has apparently stopped; after that, a repetition takes it over. */
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

/** An operation without output: status 204 over HTTP. */
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
  /** The action on each piece, such as `Fetching`. */
  readonly phase: string;
  /** Completed pieces; a partly completed one counts as a fraction. */
  readonly done: number;
  /** The number of pieces known so far; at least 1. */
  readonly total: number;
  /** Bytes received so far; left out where bytes are not counted. */
  readonly bytes?: number;
}

/** Messages to the waiting person. The command line shows them on stderr, the tool server sends the warnings with the answer. */
export interface Progress {
  /**
   * The current step; the next one replaces it. With an `amount` the text names the current piece: a terminal then shows a progress bar, and
   * any other output gets one line for each piece.
   */
  step(text: string, amount?: ProgressAmount): void;
  /** A remark that stays on the screen. */
  note(text: string): void;
  warn(text: string): void;
}

/** Questions to the person at the terminal. `flag` names the flag that answers the question in advance. */
export interface Ask {
  /** False in scripts, tool servers and servers: every question then fails with a usage error that names `flag`. */
  readonly interactive: boolean;
  confirm(question: { message: string; flag: string; initial?: boolean }): Promise<boolean>;
  /** `check` answers the problem with an answer, and the question is then repeated. */
  text(question: {
    message: string;
    flag: string;
    initial?: string;
    check?: (answer: string) => string | undefined;
  }): Promise<string>;
  password(question: { message: string; flag: string }): Promise<string>;
  select<T extends string>(question: Choice<T>): Promise<T>;
  /** `search`: what is typed filters the options. For choices that may be long. */
  selectMany<T extends string>(
    question: Choice<T> & { initial?: readonly T[]; search?: boolean },
  ): Promise<readonly T[]>;
}

/**
 * Actions that need a person's consent when an agent calls. Each method resolves when the agent may proceed, and throws `consent_required`
 * when the person refuses or cannot be asked.
 */
export interface Consent {
  /** Called before files below the folder are written. The path is absolute; the folder need not exist yet. */
  write(folder: string): Promise<void>;
  /** Called before the folder's content is published. No one is asked: it throws for folders that are not open to the agent. */
  publish(folder: string): Promise<void>;
  /** Called before something becomes public that was private or did not exist: `what` names it, `command` does the same in a terminal. */
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

/** An object as the audit log names it. */
export interface Subject {
  readonly kind: string;
  /** `null` for kinds of objects without ids. */
  readonly id: string | null;
  readonly name: string;
}

/** A handler's parameters besides its input. */
export interface Context {
  readonly caller: Caller;
  /** Network address of the client, for limits; `undefined` when the call came from this process. */
  readonly address?: string | undefined;
  /**
   * The server's public origin (`scheme://host[:port]`), for links in the answer; `undefined` when the call did not come over HTTP. Without
   * SVC_PUBLIC_URL it is the host that the request named, which its sender may have made up: show it to this caller only, never store it.
   */
  readonly origin?: string | undefined;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly ask: Ask;
  /** Set when an agent calls a tool; undefined when a person runs a command. */
  readonly consent?: Consent | undefined;
  /** The user's working directory. Client facet only; on the server it is empty. */
  readonly cwd: string;
  /** The user's environment on the client, the server's on the server. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The object that `access.of` named, as its locator found it. */
  readonly target?: Located | undefined;
  /** The request's body, for operations whose HTTP body is `bytes`. */
  readonly upload?: AsyncIterable<Uint8Array> | undefined;
  /**
   * Names the object for the audit log when `access` names only its container, or none. To be called before the unit of work that changes the
   * object ends.
   */
  readonly auditSubject?: ((object: Subject) => void) | undefined;
  /** Reports working time for limits that count it, excluding the time that the call has waited for others. */
  readonly spent?: ((milliseconds: number) => void) | undefined;
  /**
   * Runs a program in the terminal of this command and answers its exit code, or 128 + the number of the `signal` that ended it. Its environment
   * is `env` alone. It gets Ctrl+C from the terminal, and SIGTERM and SIGHUP from this process, which waits for its end. With `--json` its stdout
   * goes to stderr. Errors: `program_not_started`; a usage error in tool servers and servers, which have no terminal.
   */
  readonly foreground: (
    program: string,
    args: readonly string[],
    options: { readonly cwd: string; readonly env: Context['env'] },
  ) => Promise<{ readonly code: number; readonly signal: string | null }>;
  /** Calls another operation as the same caller. */
  readonly invoke: Invoke;
}

/** Calls an operation: in this process when its facet is loaded here, otherwise over HTTP. */
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
