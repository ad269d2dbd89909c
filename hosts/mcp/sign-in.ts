import { randomUUID } from 'node:crypto';
import {
  cancelled,
  connectionKey,
  isSvcError,
  signInRequired,
  SvcError,
  type Connection,
} from 'svc-registry/kernel';
import {
  refusedToken,
  type InvokeOptions,
  type Kernel,
  type OperationManifest,
} from '../../kernel/index.js';
import type { ClientFeatures, Decision } from './client-features.js';

/** The output of the operation behind the tool `login`. Its input also has `open` and `wait`, which the tool does not offer. */
interface BegunSignIn {
  readonly server: string;
  readonly page: string;
  readonly userCode: string;
  readonly opened: boolean;
  readonly expiresAt: string;
}

/** Milliseconds that a call waits for the person; most clients cancel a call after a minute. */
const TIME_LIMIT = 50_000;

/** Codes of a missing or rejected sign-in. The server has then done nothing, so the call can be repeated. */
const ENDED: ReadonlySet<string> = new Set([signInRequired.spec.code, ...refusedToken]);

interface Parts {
  readonly kernel: Kernel;
  /** The operation of the tool `login`, where a module has one. */
  readonly login: OperationManifest | undefined;
  readonly client: ClientFeatures;
  /** Aborts when the server ends: a sign-in outlives the call that began it. */
  readonly signal: AbortSignal;
  readonly timeLimit?: number;
}

interface Asked {
  readonly decision: Promise<Decision | 'unable'>;
  readonly approval: Promise<unknown>;
}

/** Signs a person in when a tool requires it: on a page that the client shows, else through an answer that contains the page's address. */
export class SignIn {
  /** By the code of the sign-in, so that the person is asked once, even when several calls wait. */
  private readonly asked = new Map<string, Asked>();

  constructor(private readonly parts: Parts) {}

  /** Whether calls to the server are made without a token. */
  async isMissing(): Promise<boolean> {
    return (await this.connection()).token === undefined;
  }

  /** Whether a call failed because of an ended sign-in that the person can renew. */
  async hasEnded(error: unknown): Promise<boolean> {
    return isSvcError(error) && ENDED.has(error.code) && (await this.connection()).fixed !== true;
  }

  /** Resolves when the person has signed in. Throws `sign_in_required`, with the page and the code, while they still have to do so. */
  async request(options: InvokeOptions & { readonly signal: AbortSignal }): Promise<void> {
    const { login, client } = this.parts;
    if (login === undefined) throw signInRequired();
    const begun = await this.begin(login, { open: !client.showsPages() }, options);
    if (!client.showsPages()) throw signInPending(begun, howTo(begun));
    const { decision, approval } = this.ask(login, begun, options);
    const limit = AbortSignal.any([
      options.signal,
      AbortSignal.timeout(this.parts.timeLimit ?? TIME_LIMIT),
    ]);
    try {
      const decided = await before(limit, decision);
      if (decided === 'unable') throw await this.inTheAnswer(login, options);
      if (decided !== 'accept')
        throw signInPending(
          begun,
          'The person declined to sign in. Call the tool `login` when they want to.',
        );
      await before(limit, approval);
    } catch (error) {
      if (!limit.aborted || options.signal.aborted) throw error;
      throw signInPending(begun, `The sign-in has not been approved yet. ${howTo(begun)}`);
    }
  }

  /** The fallback for a client that turned out to be unable to show the page. */
  private async inTheAnswer(login: OperationManifest, options: InvokeOptions): Promise<SvcError> {
    const begun = await this.begin(login, { open: true }, options);
    return signInPending(begun, howTo(begun));
  }

  private async connection(): Promise<Connection> {
    return (await this.parts.kernel.get(connectionKey)).current();
  }

  private async begin(
    login: OperationManifest,
    input: object,
    options: InvokeOptions,
  ): Promise<BegunSignIn> {
    return (await this.parts.kernel.invoke(login.id, input, options)) as BegunSignIn;
  }

  private ask(login: OperationManifest, begun: BegunSignIn, { cwd }: InvokeOptions): Asked {
    const { server, page, userCode } = begun;
    const known = this.asked.get(userCode);
    if (known !== undefined) return known;
    const { client, signal, kernel } = this.parts;
    const id = randomUUID();
    const message = `Sign in to ${server}. Approve it there if the page shows the code ${userCode}.`;
    const approval = kernel.invoke(login.id, { open: false, wait: true }, { signal, cwd });
    const decision = client.showPage({ id, page, message }, signal).catch(() => 'unable' as const);
    const forget = (): void => {
      this.asked.delete(userCode);
    };
    // waiting callers get the outcome from the promises; a client that has disconnected needs no
    // notification
    approval.then(() => client.pageDone(id)).then(forget, forget);
    void decision.then((decided) => {
      if (decided !== 'accept') forget();
    });
    const asked = { decision, approval };
    this.asked.set(userCode, asked);
    return asked;
  }
}

function howTo({ page, userCode, opened }: BegunSignIn): string {
  const where = opened
    ? `The browser opens ${page}`
    : `Ask the person to open ${page} in a browser, on any machine`;
  return `${where}: the page must show the code ${userCode}. Call this tool again when they have approved.`;
}

function signInPending({ page, userCode, expiresAt, opened }: BegunSignIn, hint: string): SvcError {
  const { code, message, status, exit, title } = signInRequired();
  return new SvcError({
    code,
    message,
    status,
    exit,
    title,
    hint,
    details: { page, userCode, expiresAt, opened },
  });
}

/** Waits for the promise, or throws `cancelled` when the signal aborts first. The work behind the promise continues. */
function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(cancelled({ what: 'The sign-in' }));
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}
