type Env = Readonly<Record<string, string | undefined>>;
type Fetch = typeof globalThis.fetch;

const NAMES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'SVC_CA_FILE'];

function originOf(input: Parameters<Fetch>[0]): string {
  return new URL(input instanceof Request ? input.url : input).origin;
}

/** Makes every `fetch` of this process count the environment's proxies and certificate authorities, and fail in words. */
export function useNetwork(env: Env): void {
  const plain = globalThis.fetch;
  const isPlain = NAMES.every((name) => (env[name] ?? '') === '');
  let routed: Promise<Fetch> | undefined;
  globalThis.fetch = async (input, init) => {
    // nothing of it is loaded before it is used
    if (!isPlain) routed ??= import('./routes.js').then((m) => m.routedFetch(env));
    const send = (await routed) ?? plain;
    try {
      return await send(input, init);
    } catch (error) {
      throw (await import('./fetch-failure.js')).fetchFailure(error, originOf(input), env);
    }
  };
}
