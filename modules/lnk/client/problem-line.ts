import type { Problem } from '../config/load/problem-at.js';

type Where = Pick<Problem, 'file' | 'line' | 'column' | 'field'>;

/** Position and field of a problem: `lnk.json:3:5 feature.fs`. Empty for one of a configuration without a file. */
export function problemPosition({ file, line, column, field }: Where): string {
  const position = [file, line, column].filter((part) => part !== undefined).join(':');
  return [position, field].filter((part) => part !== '').join(' ');
}

/** What is wrong, and what to do. */
export const problemSentences = ({ message, hint }: Pick<Problem, 'message' | 'hint'>): string =>
  hint === undefined ? message : `${message} ${hint}`;

/** A problem on one line, with its position and with what to do. */
export function problemLine(problem: Problem): string {
  const position = problemPosition(problem);
  const what = problemSentences(problem);
  return position === '' ? what : `${position}: ${what}`;
}
