type Env = Readonly<Record<string, string | undefined>>;
type Fetch = typeof globalThis.fetch;

const NAMES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'SVC_CA_FILE'];

/** Seconds that a server has to begin its answer to what only reads. What changes something may take longer, and may not be given up halfway. */
const TIME_LIMIT = 30;

function originOf(input: Parameters<Fetch>[0]): string {
  return new URL(input instanceof Request ? input.url : input).origin;
}

/** Has the answer begun, its body may take as long as it comes. */
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

/** Makes every `fetch` of this process count the environment's proxies and certificate authorities, not wait for ever, and fail in words. */
export function useNetwork(env: Env): void {
  const plain = globalThis.fetch;
  const wanted = env['SVC_HTTP_TIMEOUT'] ?? '';
  const isPlain = NAMES.every((name) => (env[name] ?? '') === '');
  let routed: Promise<Fetch> | undefined;
  globalThis.fetch = async (input, init) => {
    // nothing of it is loaded before it is used
    if (!isPlain) routed ??= import('./routes.js').then((m) => m.routedFetch(env));
    const send = (await routed) ?? plain;
    const seconds =
      wanted === '' ? TIME_LIMIT : (await import('./time-limit.js')).timeLimitOf(wanted);
    try {
      return await begunInTime(send, [input, init], seconds);
    } catch (error) {
      throw (await import('./fetch-failure.js')).fetchFailure(error, originOf(input), env);
    }
  };
}
