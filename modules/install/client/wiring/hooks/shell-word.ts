import { shellWord as posixWord } from '../../../../../toolbox/shell-word.js';

/** What reads a command: `cmd` stands for all that take a word in double quotes. */
export type Shell = 'posix' | 'cmd' | 'powershell';

const PLAIN = /^[\w@+=:,./-]+$/;

/** Writes a text so that a shell reads it as one word. */
export function shellWord(text: string, shell: Shell): string {
  if (shell === 'posix') return posixWord(text);
  if (PLAIN.test(text)) return text;
  return shell === 'cmd' ? `"${text}"` : `'${text.replaceAll("'", "''")}'`;
}

/** The same for a text that goes into a command between double quotes. */
export function insideDoubleQuotes(text: string): string {
  return text.replaceAll(/[\\"$`]/g, (character) => `\\${character}`);
}
