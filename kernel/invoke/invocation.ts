import { usageError, type Ask, type CallRequest, type Caller, type Connection, type Progress } from '../api/index.js';
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
  readonly cwd?: string | undefined;
  readonly upload?: AsyncIterable<Uint8Array> | Uint8Array | undefined;
  /** Told who calls as soon as that is known. */
  readonly onCaller?: ((caller: Caller) => void) | undefined;
}

/** Of an answer over HTTP: the caller's notice, percent-encoded. */
export const NOTICE_HEADER = 'svc-notice';

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
  /** Where the server's notices go. */
  readonly warn?: ((text: string) => void) | undefined;
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

function refuse({ message, flag }: { message: string; flag: string }): Promise<never> {
  const flags = flag.startsWith('-') ? flag : `--${flag}`;
  return Promise.reject(usageError({ what: `There is no terminal to ask on: ${message}`, hint: `Answer with ${flags}.` }));
}

/** Nobody can be asked: every question fails and names the flag that answers it. */
export const askNobody: Ask = { interactive: false, confirm: refuse, text: refuse, password: refuse, select: refuse, selectMany: refuse };

/** How people know the operation: by its command if it has one. */
export function nameOf({ id, cli }: OperationManifest): string {
  return cli === undefined ? id : `\`svc ${cli.name}\``;
}
