import { plainParser } from './plain-parser.js';

/** Prints the script that a shell sources; bash and zsh are known, SHELL says which. */
export function printCompletionScript(): void {
  plainParser([]).completion('completion').showCompletionScript();
}
