import { globalRows } from './globals.js';
import { layOutHelp } from './help-layout.js';
import { plainParser } from './plain-parser.js';
import type { Session } from './session.js';

function help(columns: number): string {
  const example = { typed: 'svc completion >> ~/.bashrc', text: 'Complete commands, flags and their values in every new shell' };
  return layOutHelp(
    [
      'svc completion',
      'Print a script for bash or zsh that completes commands and flags; SHELL says for which.',
      { title: 'Options', rows: globalRows },
      { title: 'Examples', rows: [example] },
    ],
    columns,
  );
}

/** Prints the script that a shell sources, or what it is for. */
export function completion({ globals, terminal }: Session): void {
  if (globals.help) terminal.out(help(terminal.style.width));
  else plainParser([]).completion('completion').showCompletionScript();
}
