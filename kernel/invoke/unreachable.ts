const WORDS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'the host name could not be looked up'],
  ['ECONNRESET', 'the connection was closed'],
  ['UND_ERR_SOCKET', 'the connection was closed'],
  ['ETIMEDOUT', 'it did not answer in time'],
  ['UND_ERR_CONNECT_TIMEOUT', 'it did not answer in time'],
  ['UND_ERR_HEADERS_TIMEOUT', 'it did not answer in time'],
  ['UND_ERR_BODY_TIMEOUT', 'its answer stopped halfway'],
]);

/** Why a host was not reached, in words. `fetch` puts the reason into its error's cause. */
export function reasonOf(error: unknown): string {
  const { cause, code, message } = error as {
    cause?: { code?: string; message?: string };
    code?: string;
    message?: string;
  };
  return WORDS.get(cause?.code ?? code ?? '') ?? cause?.message ?? message ?? String(error);
}
