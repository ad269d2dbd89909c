import { createHash } from 'node:crypto';

/** Where our text stands in a file, with the line ends that it has there: git may have changed them. */
export interface OurText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `undefined` when the file does not hold it, letter for letter. */
export function findOurs(text: string, recorded: string | undefined): OurText | undefined {
  if (recorded === undefined) return undefined;
  const unix = recorded.replaceAll('\r\n', '\n');
  for (const candidate of [recorded, unix, unix.replaceAll('\n', '\r\n')]) {
    const start = text.lastIndexOf(candidate);
    if (start !== -1) return { text: candidate, start, end: start + candidate.length };
  }
  return undefined;
}

const HASH = /^sha256-[A-Za-z0-9+/]{43}=$/;

/** How the lock records a file that is ours as a whole. The same for all kinds of line ends. */
export function hashOfText(text: string): string {
  return `sha256-${createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('base64')}`;
}

/** Tells such a record from a piece of text. */
export function isWholeFile(record: string): boolean {
  return HASH.test(record);
}
