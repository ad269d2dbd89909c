import { serviceKey } from './service-key.js';

/** Process exit codes. They are stable: scripts may rely on them. */
export const ExitCode = {
  ok: 0,
  bug: 1,
  usage: 2,
  invalid: 3,
  notFound: 4,
  conflict: 5,
  unavailable: 6,
  denied: 7,
  gate: 8,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** A single problem and its location: a file with line and column (both from 1), a field path such as `skills[0].name`, or both. */
export interface ErrorIssue {
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly field?: string | undefined;
}

/** Data of an error besides its text. */
interface ErrorExtras {
  readonly cause?: unknown;
  readonly issues?: readonly ErrorIssue[];
  /** Extra members of the problem document, such as `nextVersion`. JSON values only. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The fields of an error that are transferred: over HTTP, in a tool's answer, to the terminal. */
export interface ErrorFields extends ErrorExtras {
  /** Stable snake_case identifier, such as `moderation_hidden`. */
  readonly code: string;
  readonly status: number;
  readonly exit: ExitCode;
  /** The kind of problem; the same text for every occurrence. */
  readonly title: string;
  /** What happened, in one sentence. */
  readonly message: string;
  /** What to do next. */
  readonly hint?: string | undefined;
}

/** The only error type with messages for people. Any other error that is thrown is a bug. */
export class SvcError extends Error implements ErrorFields {
  override readonly name = 'SvcError';
  readonly code: string;
  readonly status: number;
  readonly exit: ExitCode;
  readonly title: string;
  readonly hint: string | undefined;
  readonly issues: readonly ErrorIssue[];
  readonly details: Readonly<Record<string, unknown>>;

  constructor(fields: ErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = fields.code;
    this.status = fields.status;
    this.exit = fields.exit;
    this.title = fields.title;
    this.hint = fields.hint;
    this.issues = fields.issues ?? [];
    this.details = fields.details ?? {};
  }
}

/** True for an error of this kernel or of another installed copy of it: the error's shape is compared, since a class would differ between copies. */
export function isSvcError(error: unknown): error is SvcError {
  const fields = (typeof error === 'object' && error !== null ? error : {}) as {
    name?: unknown;
    code?: unknown;
  };
  return fields.name === 'SvcError' && typeof fields.code === 'string';
}

/** The declaration of an entry of the error catalogue. `P` are the facts that its texts are made from. */
interface ErrorSpec<P> {
  readonly code: string;
  readonly status: number;
  readonly exit: ExitCode;
  readonly title: string;
  readonly message: (params: P) => string;
  readonly hint?: (params: P) => string | undefined;
  /** When it occurs, for the reference of errors. Needed where `message` depends on its facts by more than naming them. */
  readonly cause?: string;
  /** What to do about it, for the same. Needed where `hint` is left out, or depends on its facts likewise. */
  readonly remedy?: string;
}

/** An entry of the error catalogue: call it to make the error, then throw that. */
export interface ErrorDefinition<P> {
  (params: P, extras?: ErrorExtras): SvcError;
  readonly spec: ErrorSpec<P>;
  /** True when `error` was made by this entry, either here or on the server of an HTTP call. */
  is(error: unknown): error is SvcError;
}

export function defineError<P = void>(spec: ErrorSpec<P>): ErrorDefinition<P> {
  const make = (params: P, extras: ErrorExtras = {}): SvcError =>
    new SvcError({
      code: spec.code,
      status: spec.status,
      exit: spec.exit,
      title: spec.title,
      message: spec.message(params),
      hint: spec.hint?.(params),
      ...extras,
    });
  const is = (error: unknown): error is SvcError => isSvcError(error) && error.code === spec.code;
  return Object.assign(make, { spec, is });
}

/** An error code as the reference of errors describes it. Facts stand in its texts by their names: `<folder>`. */
export interface ErrorEntry extends Pick<ErrorFields, 'code' | 'status' | 'exit' | 'title'> {
  /** When it occurs; `undefined` where the definition has no text for it. */
  readonly cause: string | undefined;
  /** What to do about it; `undefined` likewise. */
  readonly remedy: string | undefined;
}

/** The errors that a module declares. */
export interface ModuleErrors {
  readonly module: string;
  readonly summary: string;
  readonly errors: readonly ErrorEntry[];
}

/** The error codes of this process. */
export interface ErrorCatalogue {
  /** Those of the kernel, then those of each usable module, sorted by code; modules without errors are left out. Imports all declarations. */
  modules(): Promise<readonly ModuleErrors[]>;
}

export const errorCatalogueKey = serviceKey<ErrorCatalogue>('kernel.errorCatalogue');
