import { createHash } from 'node:crypto';

/** The position of svc's text in a file, with its line ends there, which git may have changed. */
export interface OurText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `undefined` if the file does not contain it verbatim. */
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

/** The lock's record of a file that is wholly svc's. The same for all kinds of line ends. */
export function hashOfText(text: string): string {
  return `sha256-${createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('base64')}`;
}

/** Distinguishes such a record from a text. */
export function isWholeFile(record: string): boolean {
  return HASH.test(record);
}
