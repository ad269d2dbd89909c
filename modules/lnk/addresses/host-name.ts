import { domainToASCII } from 'node:url';
import { quoted } from '../quoted.js';

/** The longest name that DNS has. */
const LONGEST = 253;

const NAME = /^[\w.-]+$/;

/** What is wrong with the name of a host and what to write, if something is. */
export function nameProblem(name: string): string | undefined {
  if (name.length > LONGEST + 1)
    return `a name of ${name.length} characters does not exist: write one of at most ${LONGEST}`;
  if (name.includes('*'))
    return `wildcards such as ${quoted(name)} are not supported: write each name in full`;
  if (!NAME.test(name)) return characterProblem(name);
  if (/^\d+$/.test(name)) return `"${name}" is not the name of a host: for a port, write :${name}`;
  if (/^[\d.]+$/.test(name))
    return `${quoted(name)} is not an IPv4 address: write four numbers from 0 to 255 without leading zeros, such as 10.0.0.1`;
  return undefined;
}

function characterProblem(name: string): string {
  const ascii = domainToASCII(name);
  if (/[^\x00-\x7f]/.test(name) && NAME.test(ascii))
    return `${quoted(name)} is not written in ASCII: write ${ascii}`;
  const [character = ''] = /[^\w.-]/u.exec(name) ?? [];
  return `${quoted(name)} has ${JSON.stringify(character)}, which no host has: write a name of letters, digits, "-", "_" and ".", an IP address or a subnet`;
}

/** The form in which names are compared: in lower case, without the dot at the end. */
export const comparable = (name: string): string => name.toLowerCase().replace(/\.$/, '');
