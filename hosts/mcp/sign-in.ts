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

/** What the operation behind the tool `login` answers. Besides being a tool it takes `open` and `wait`. */
interface BegunSignIn {
  readonly server: string;
  readonly page: string;
  readonly userCode: string;
  readonly opened: boolean;
  readonly expiresAt: string;
}

/** Milliseconds that a call waits for the person: most clients cancel a call after a minute. */
const TIME_LIMIT = 50_000;

/** Nobody is signed in, or the server does not accept the credentials any more. It has done nothing then. */
const ENDED: ReadonlySet<string> = new Set([signInRequired.spec.code, ...refusedToken]);

interface Parts {
  readonly kernel: Kernel;
  /** The operation of the tool `login`, where a module has one. */
  readonly login: OperationManifest | undefined;
  readonly client: ClientFeatures;
  /** Ends with the server: a sign-in outlives the call that began it. */
  readonly signal: AbortSignal;
  readonly timeLimit?: number;
}

interface Asked {
  readonly decision: Promise<Decision | 'unable'>;
  readonly approval: Promise<unknown>;
}

/** Signs a person in when a tool needs that: on a page that the client shows, else by an answer that names the page. */
export class SignIn {
  /** By the code of the sign-in: a person is asked once, however many calls wait. */
  private readonly asked = new Map<string, Asked>();

  constructor(private readonly parts: Parts) {}

  /** Whether calls of the server are made in nobody's name. */
  async isMissing(): Promise<boolean> {
    return (await this.connection()).token === undefined;
  }

  /** Whether a call failed because a sign-in has ended that can be made anew. */
  async hasEnded(error: unknown): Promise<boolean> {
    return isSvcError(error) && ENDED.has(error.code) && (await this.connection()).fixed !== true;
  }

  /** Resolves when somebody has signed in. Throws `sign_in_required`, with the page and the code, when the person has still to do that. */
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
          'The person did not want to sign in. When they do, call the tool `login`.',
        );
      await before(limit, approval);
    } catch (error) {
      if (!limit.aborted || options.signal.aborted) throw error;
      throw signInPending(begun, `Nobody has approved the sign-in yet. ${howTo(begun)}`);
    }
  }

  /** A client that cannot show the page after all. */
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
    // callers that wait learn the outcome from the promises themselves; a client that has gone needs no notification
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

/** The promise, or `cancelled` when the signal comes first. What was promised goes on. */
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
