type Env = Readonly<Record<string, string | undefined>>;
type Fetch = typeof globalThis.fetch;

const NAMES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'SVC_CA_FILE'];

/** Seconds until a server must begin its answer to a read. Writes have no limit: they may take longer and must not be abandoned halfway. */
const TIME_LIMIT = 30;

function originOf(input: Parameters<Fetch>[0]): string {
  return new URL(input instanceof Request ? input.url : input).origin;
}

/** Limits the time until the response begins, but not the transfer of its body. */
async function begunInTime(
  send: Fetch,
  [input, init]: Parameters<Fetch>,
  seconds: number,
): Promise<Response> {
  if ((init?.method ?? 'GET') !== 'GET') return send(input, init);
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(
      new Error(`it did not answer within ${seconds} s; SVC_HTTP_TIMEOUT sets how long to wait`),
    );
  }, seconds * 1000);
  const signal = init?.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
  try {
    return await send(input, { ...init, signal });
  } finally {
    clearTimeout(timer);
  }
}

/** A `fetch` that uses the environment's proxies and certificate authorities, has a time limit for reads, and reports failures in words. */
export function networkFetch(env: Env): Fetch {
  const wanted = env['SVC_HTTP_TIMEOUT'] ?? '';
  const isPlain = NAMES.every((name) => (env[name] ?? '') === '');
  let routed: Promise<Fetch> | undefined;
  return async (input, init) => {
    // loaded on the first request that needs it
    if (!isPlain) routed ??= import('./routes.js').then((m) => m.routedFetch(env));
    const send = (await routed) ?? fetch;
    const seconds =
      wanted === '' ? TIME_LIMIT : (await import('./time-limit.js')).timeLimitOf(wanted);
    try {
      return await begunInTime(send, [input, init], seconds);
    } catch (error) {
      throw (await import('./fetch-failure.js')).fetchFailure(error, originOf(input), env);
    }
  };
}
