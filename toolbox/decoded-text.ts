const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** The text of a file without byte order mark; `undefined` when the bytes are not UTF-8. */
export function decodeText(content: Uint8Array): string | undefined {
  try {
    return decoder.decode(content);
  } catch {
    return undefined;
  }
}
