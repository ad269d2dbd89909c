import { quoted } from '../../quoted.js';

/** What is wrong with a name of an object or a container; `undefined` when nothing is. */
export function nameProblem(name: string, what: string): string | undefined {
  if (name === '') return `the name of the ${what} is empty`;
  if (/[\s/]/.test(name))
    return `${quoted(name)} is no name of a ${what}: it contains a space or a slash`;
  return undefined;
}
