/** Bytes of a document as text, if they are text. */

/** Longer documents are not read: no agent reads that much, and the time to read one must stay small. */
export const MOST_DOCUMENT_BYTES = 256 * 1024;

export type Unreadable = 'too-long' | 'not-utf-8' | 'has-nul';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text with `\n` as line ends and without byte order mark, or why it is none. */
export function documentText(content: Uint8Array): { readonly text: string } | Unreadable {
  if (content.length > MOST_DOCUMENT_BYTES) return 'too-long';
  if (content.includes(0)) return 'has-nul';
  try {
    return { text: decoder.decode(content).replace(/\r\n?/g, '\n') };
  } catch {
    return 'not-utf-8';
  }
}
