import { isSvcError, SvcError, type Connection, type HostInfo } from '../api/index.js';
import { refusedToken, type RemoteCall } from './invocation.js';

/** Milliseconds for which a refused token is not sent again with reads, which may also work anonymously. */
const REMEMBERED = 60_000;

type Send = (connection: Connection) => Promise<unknown>;

/** Replaces the hint: the server does not know where the token came from, and cannot say what to do about it. */
function withWayOut(
  { code, message, status, exit, title, issues, details }: SvcError,
  { fixed }: Connection,
): SvcError {
  const hint =
    fixed === true
      ? 'Replace SVC_TOKEN in the environment of svc with a valid API key, or remove it to act as the person who is signed in.'
      : 'Run `svc login`.';
  return new SvcError({ code, message, status, exit, title, hint, issues, details });
}

/** Repeats reads without a token that the server refuses, with a warning: an expired token must not block reads that work anonymously. */
export class RefusedTokens {
  readonly #refused = new Map<string, { readonly refusal: SvcError; readonly until: number }>();
  readonly #warned = new WeakSet<object>();

  constructor(private readonly host: HostInfo) {}

  async answer(call: RemoteCall, connection: Connection, send: Send): Promise<unknown> {
    const reads = call.operation.effect === 'read';
    let refusal = reads ? this.remembered(connection) : undefined;
    if (refusal === undefined) {
      try {
        return await send(connection);
      } catch (error) {
        if (!isSvcError(error) || !refusedToken.has(error.code)) throw error;
        refusal = this.remember(connection, withWayOut(error, connection));
      }
    }
    if (!reads) throw refusal;
    return this.asStranger(call, refusal, () =>
      send({ origin: connection.origin, token: undefined }),
    );
  }

  private async asStranger(
    { progress }: RemoteCall,
    refusal: SvcError,
    send: () => Promise<unknown>,
  ): Promise<unknown> {
    try {
      const answer = await send();
      this.warn(progress, refusal);
      return answer;
    } catch (error) {
      if (isSvcError(error) && error.status === 401) throw refusal;
      this.warn(progress, refusal);
      throw error;
    }
  }

  /** Warns once per `progress`, because one command may make many calls. */
  private warn(progress: RemoteCall['progress'], { message, hint }: SvcError): void {
    if (progress === undefined || this.#warned.has(progress)) return;
    this.#warned.add(progress);
    progress.warn(
      `${message} Continued signed out: only what is public can be seen. ${hint ?? ''}`,
    );
  }

  private remembered({ origin, token }: Connection): SvcError | undefined {
    const found = this.#refused.get(`${origin} ${token ?? ''}`);
    return found === undefined || found.until <= this.host.clock().getTime()
      ? undefined
      : found.refusal;
  }

  private remember({ origin, token }: Connection, refusal: SvcError): SvcError {
    this.#refused.set(`${origin} ${token ?? ''}`, {
      refusal,
      until: this.host.clock().getTime() + REMEMBERED,
    });
    return refusal;
  }
}
