import type { Problem } from '../config/load/problem-at.js';

/** A problem on one line, with its place and with what to do. */
export function problemLine({ file, line, column, field, message, hint }: Problem): string {
  const position = [file, line, column].filter((part) => part !== undefined).join(':');
  const where = [position, field].filter((part) => part !== '').join(' ');
  const what = hint === undefined ? message : `${message} ${hint}`;
  return where === '' ? what : `${where}: ${what}`;
}
