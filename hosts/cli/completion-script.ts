import { usageError } from 'svc-registry/kernel';
import type { Program } from '../../kernel/manifest/manifest.js';
import { globalRows } from './globals.js';
import { layOutHelp } from './help-layout.js';
import { plainParser } from './plain-parser.js';
import type { Session } from './session.js';

const SHELLS = ['bash', 'zsh', 'fish'];

const fishScript = (
  program: Program,
): string => `# ${program} completion: ${program} completion fish > ~/.config/fish/completions/${program}.fish
function __${program}_completions
    set -l words (commandline --tokenize --cut-at-cursor --current-process) (commandline --current-token --cut-at-cursor)
    ${program} --get-yargs-completions $words
end
complete --command ${program} --no-files --arguments '(__${program}_completions)'`;

function help(program: Program, columns: number): string {
  const examples = [
    {
      typed: `${program} completion >> ~/.bashrc`,
      text: 'Complete commands, flags and their values in every new shell',
    },
    {
      typed: `${program} completion fish > ~/.config/fish/completions/${program}.fish`,
      text: 'The same for fish',
    },
  ];
  return layOutHelp(
    [
      `${program} completion [shell]`,
      'Print a script that completes commands, flags and their values.',
      {
        title: 'Arguments',
        rows: [
          {
            typed: 'shell',
            text: 'The shell to print it for; the default is that of SHELL',
            facts: ['choices: "bash", "zsh", "fish"'],
          },
        ],
      },
      { title: 'Options', rows: globalRows },
      { title: 'Examples', rows: examples },
    ],
    columns,
  );
}

/** yargs chooses between its scripts for bash and zsh by these variables. */
function yargsScript(program: Program, shell: string): void {
  process.env['SHELL'] = shell;
  process.env['ZSH_NAME'] = shell === 'zsh' ? 'zsh' : '';
  plainParser([]).scriptName(program).completion('completion').showCompletionScript();
}

/** Prints the completion script for a shell, or with `--help` how to install it. */
export function completion(
  [, ...words]: readonly string[],
  { program, globals, terminal, env }: Session,
): void {
  if (globals.help) {
    terminal.out(help(program, terminal.style.width));
    return;
  }
  const [named, ...more] = words.filter((word) => !word.startsWith('-'));
  const unknown = more[0] ?? (named === undefined || SHELLS.includes(named) ? undefined : named);
  if (unknown !== undefined)
    throw usageError({
      what: `${unknown} is not one of: ${SHELLS.join(', ')}.`,
      hint: `Usage: ${program} completion [shell]`,
    });
  const shell = named ?? SHELLS.find((name) => env['SHELL']?.endsWith(name)) ?? 'bash';
  if (shell === 'fish') terminal.out(fishScript(program));
  else yargsScript(program, shell);
}
