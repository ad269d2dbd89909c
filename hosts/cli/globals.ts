import type { HelpRow } from './help-layout.js';

/** Flags that every command takes. No operation may name a field so, `version` excepted: as a field of a command it wins. */
export interface GlobalFlags {
  readonly json: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** Those that may stand between the words of a command, too. */
export const globalWords: ReadonlySet<string> = new Set([
  '--json',
  '--help',
  '-h',
  '--version',
  '--no-color',
]);

/** The same as help lists them, below a command's own. */
export const globalRows: readonly HelpRow[] = [
  { typed: '    --json', text: 'Print one JSON document on stdout', facts: ['boolean'] },
  { typed: '    --no-color', text: 'Print without colours', facts: ['boolean'] },
  { typed: '-h, --help', text: 'Show this help', facts: ['boolean'] },
];

/** Reads the global flags off the arguments before anything else is known about them, so that failures are reported the right way. */
export function readGlobals(args: readonly string[]): GlobalFlags {
  const end = args.indexOf('--');
  const given = new Set(end === -1 ? args : args.slice(0, end));
  return {
    json: given.has('--json') || given.has('--json=true'),
    help: given.has('--help') || given.has('-h'),
    version: given.has('--version'),
  };
}
