import { shellWord as posixWord } from '../../../../../toolbox/shell-word.js';

/** The shell for a command: `cmd` stands for all that take a word in double quotes. */
export type Shell = 'posix' | 'cmd' | 'powershell';

const PLAIN = /^[\w@+=:,./-]+$/;

/** Quotes a text as one word for a shell. */
export function shellWord(text: string, shell: Shell): string {
  if (shell === 'posix') return posixWord(text);
  if (PLAIN.test(text)) return text;
  return shell === 'cmd' ? `"${text}"` : `'${text.replaceAll("'", "''")}'`;
}

/** Escapes a text for use inside double quotes in a command. */
export function insideDoubleQuotes(text: string): string {
  return text.replaceAll(/[\\"$`]/g, (character) => `\\${character}`);
}
