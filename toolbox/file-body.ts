interface FileBody {
  readonly body: AsyncIterable<Uint8Array>;
  /** Bytes of `body`, when known. */
  readonly size?: number | undefined;
}

/** The bytes of a file. Throws when their number differs from the announced size, so that a client does not accept a damaged file as complete. */
async function* wholeBody({ body, size = Number.NaN }: FileBody): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of body) {
    sent += chunk.byteLength;
    if (sent > size) break;
    yield chunk;
  }
  if (sent < size || sent > size)
    throw new Error(`A file of ${size} bytes has another length where it is stored.`);
}

/**
 * Reads the first chunk, so that a file that cannot be opened fails while another response can still be sent. A body of one chunk is returned
 * as that chunk. This is not a generator, because one that is abandoned before its first step would not close the file.
 */
export async function openedBody(file: FileBody): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const chunks = wholeBody(file);
  const first = await chunks.next();
  if (first.done === true) return new Uint8Array();
  const read: IteratorResult<Uint8Array>[] = [first];
  if (first.value.byteLength === file.size) read.push(await chunks.next());
  if (read.at(-1)?.done === true) return first.value;
  const next = async (): Promise<IteratorResult<Uint8Array>> => read.shift() ?? chunks.next();
  return { [Symbol.asyncIterator]: () => ({ next, return: () => chunks.return(undefined) }) };
}
