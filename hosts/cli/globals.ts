import type { HelpRow } from './help-layout.js';

/** Flags that every command takes. No operation may have a field of the same name, except `version`: there, the command's own field wins. */
export interface GlobalFlags {
  readonly json: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** The flags that may also stand between the words of a command. */
export const globalWords: ReadonlySet<string> = new Set([
  '--json',
  '--help',
  '-h',
  '--version',
  '--no-color',
]);

/** The same flags as rows of help, which lists them below a command's own. */
export const globalRows: readonly HelpRow[] = [
  { typed: '    --json', text: 'Print one JSON document on stdout', facts: ['boolean'] },
  { typed: '    --no-color', text: 'Print without colours', facts: ['boolean'] },
  { typed: '-h, --help', text: 'Show this help', facts: ['boolean'] },
];
