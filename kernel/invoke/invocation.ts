import {
  usageError,
  type Ask,
  type Caller,
  type Connection,
  type Context,
  type Progress,
} from '../api/index.js';
import type { CallRequest } from '../api/call-guard.js';
import type { Consent } from '../api/operation.js';
import { commandLine, type OperationManifest } from '../manifest/manifest.js';

/** A host's options for one call, all of them optional. */
export interface InvokeOptions {
  /** The caller, when the host already knows it; otherwise the holder of `token`, or an anonymous caller. */
  readonly caller?: Caller | undefined;
  /** Bearer token of the caller: a server checks it, a client sends it along. */
  readonly token?: string | undefined;
  /** Network address of the client. */
  readonly address?: string | undefined;
  /** Public origin of the server that was called. */
  readonly origin?: string | undefined;
  /** The request that made the call. */
  readonly request?: CallRequest | undefined;
  /** The call is made by a handler during another call: guards wrap only the outermost call. */
  readonly nested?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: Progress | undefined;
  readonly ask?: Ask | undefined;
  readonly consent?: Consent | undefined;
  readonly foreground?: Context['foreground'] | undefined;
  readonly cwd?: string | undefined;
  readonly upload?: AsyncIterable<Uint8Array> | Uint8Array | undefined;
}

/** HTTP response header with the caller's notice, percent-encoded. */
export const NOTICE_HEADER = 'svc-notice';

/** The error codes for a token that the server does not accept, independent of the operation. */
export const refusedToken: ReadonlySet<string> = new Set([
  'token_unknown',
  'token_expired',
  'token_revoked',
  'api_key_legacy',
]);

/** A call of an operation that runs on a server. */
export interface RemoteCall {
  readonly operation: OperationManifest;
  readonly input: object;
  /** The server and the stored token; throws when no server can be called. */
  readonly connection: () => Promise<Connection>;
  /** Takes precedence over the connection's token. */
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly upload: AsyncIterable<Uint8Array> | Uint8Array | undefined;
  /** Receives warnings, such as the server's notices. All calls of the same command share one. */
  readonly progress?: Pick<Progress, 'warn'> | undefined;
}

/** Transports calls to a server. The default is HTTP; tests call another kernel in the same process. */
export interface RemoteCaller {
  call(call: RemoteCall): Promise<unknown>;
}

export const anonymous: Caller = { kind: 'anonymous', id: null, label: 'anonymous' };

function nothing(): void {
  // progress is discarded
}

export const silentProgress: Progress = { step: nothing, note: nothing, warn: nothing };

/** A question that cannot be asked, because no person is present. */
export interface Unasked {
  readonly message: string;
  readonly flag: string;
  readonly options?: readonly { readonly value: string }[];
}

/** The choices of a question, as ` (one of a, b)`; empty without choices. */
export function choicesOf({ options = [] }: Unasked): string {
  return options.length === 0 ? '' : ` (one of ${options.map(({ value }) => value).join(', ')})`;
}

/** How to answer without being asked. Secrets have no flag: they are passed in an environment variable. */
function answerBy(flag: string): string {
  if (/^[A-Z_]+$/.test(flag)) return `Put the answer into the environment variable ${flag}`;
  return `Answer with ${flag.startsWith('-') ? flag : `--${flag}`}`;
}

function refuse(question: Unasked): Promise<never> {
  const { message, flag } = question;
  return Promise.reject(
    usageError({
      what: `There is no terminal to ask on: ${message}`,
      hint: `${answerBy(flag)}${choicesOf(question)}.`,
    }),
  );
}

/** For processes without a person: every question fails with an error that names the flag which answers it. */
export const askNobody: Ask = {
  interactive: false,
  confirm: refuse,
  text: refuse,
  password: refuse,
  select: refuse,
  selectMany: refuse,
};

/** For processes without a terminal that a program could run in. */
export const noForeground: Context['foreground'] = (program) =>
  Promise.reject(
    usageError({
      what: `There is no terminal to run \`${program}\` in.`,
      hint: 'Have a person run the command in a terminal.',
    }),
  );

/** The operation's name for people: its command if it has one. */
export function nameOf({ id, cli }: OperationManifest): string {
  return cli === undefined ? id : `\`${commandLine(cli)}\``;
}
