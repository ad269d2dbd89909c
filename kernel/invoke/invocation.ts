import {
  usageError,
  type Ask,
  type CallRequest,
  type Caller,
  type Connection,
  type Consent,
  type Progress,
} from '../api/index.js';
import type { OperationManifest } from '../manifest/manifest.js';

/** What a host says about one call. Everything may be left out. */
export interface InvokeOptions {
  /** Who calls, when the host knows already; else the holder of `token`, else nobody in particular. */
  readonly caller?: Caller | undefined;
  /** Bearer token of the caller: checked here on a server, sent along by a client. */
  readonly token?: string | undefined;
  /** Network address the call came from. */
  readonly address?: string | undefined;
  /** The request it came in by. */
  readonly request?: CallRequest | undefined;
  /** Made by a handler while it is called itself: guards stand around the outermost call. */
  readonly nested?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: Progress | undefined;
  readonly ask?: Ask | undefined;
  readonly consent?: Consent | undefined;
  readonly cwd?: string | undefined;
  readonly upload?: AsyncIterable<Uint8Array> | Uint8Array | undefined;
}

/** Of an answer over HTTP: the caller's notice, percent-encoded. */
export const NOTICE_HEADER = 'svc-notice';

/** The codes that a server answers for a token that it does not accept, whatever the call. */
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
  /** The server and the stored token; throws when there is none to call. */
  readonly connection: () => Promise<Connection>;
  /** Goes before the connection's token. */
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly upload: AsyncIterable<Uint8Array> | Uint8Array | undefined;
  /** Where warnings go, such as the server's notices. The same for all calls that somebody waits for together. */
  readonly progress?: Pick<Progress, 'warn'> | undefined;
}

/** Takes calls to a server. The default is HTTP; tests call another kernel in the same process. */
export interface RemoteCaller {
  call(call: RemoteCall): Promise<unknown>;
}

export const anonymous: Caller = { kind: 'anonymous', id: null, label: 'anonymous' };

function nothing(): void {
  // nobody is listening
}

export const silentProgress: Progress = { step: nothing, note: nothing, warn: nothing };

/** A question that nobody can be asked. */
export interface Unasked {
  readonly message: string;
  readonly flag: string;
  readonly options?: readonly { readonly value: string }[];
}

/** ` (one of a, b)`, where a question says what to choose from. */
export function choicesOf({ options = [] }: Unasked): string {
  return options.length === 0 ? '' : ` (one of ${options.map(({ value }) => value).join(', ')})`;
}

/** A secret has no flag: it comes by a variable of the environment. */
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

/** Nobody can be asked: every question fails and names the flag that answers it. */
export const askNobody: Ask = {
  interactive: false,
  confirm: refuse,
  text: refuse,
  password: refuse,
  select: refuse,
  selectMany: refuse,
};

/** How people know the operation: by its command if it has one. */
export function nameOf({ id, cli }: OperationManifest): string {
  return cli === undefined ? id : `\`svc ${cli.name}\``;
}
