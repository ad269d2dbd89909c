/** What a request carries away. */
import type { Source } from '../../facts.js';
import { destinationOf } from '../../tables/hosts.js';
import { isPrecious } from '../../tables/paths.js';
import {
  secretAt,
  secretOutput,
  secretVariable,
  tellingOutput,
  type Secret,
} from '../../tables/secrets.js';

export type Carried =
  | { readonly kind: 'secret'; readonly secret: Secret }
  /** One variable with a secret: programs need those to talk to a service. */
  | { readonly kind: 'variable'; readonly secret: Secret }
  | { readonly kind: 'details'; readonly name: string }
  | { readonly kind: 'file' | 'input' };

const CAPTURES = new Set(['the clipboard', 'the screen', 'keystrokes']);
export const isCapture = ({ name }: Secret): boolean => CAPTURES.has(name);

/** Files that are often backed up. */
export const HOME_FOLDER = 'a whole home folder';
const MACHINE: Secret = { name: 'credentials of the machine', services: [], common: false };

/** The private data of a source, if there is any. */
export function carriedBy(source: Source): Carried | undefined {
  switch (source.kind) {
    case 'file':
      return fileAt(source.path.text);
    case 'environment':
      return variable(source.name);
    case 'command':
      return output(source.name, source.args);
    case 'input':
      return { kind: 'input' };
    case 'network':
      return destinationOf(source.url).kind === 'metadata'
        ? { kind: 'secret', secret: MACHINE }
        : undefined;
    default:
      return undefined;
  }
}

function fileAt(path: string): Carried {
  const secret = secretAt(path);
  if (secret !== undefined) return { kind: 'secret', secret };
  return isPrecious(path) && path !== '/'
    ? { kind: 'secret', secret: { name: HOME_FOLDER, services: [], common: false } }
    : { kind: 'file' };
}

const IDENTITY = /^(USER|USERNAME|LOGNAME|HOSTNAME|COMPUTERNAME|USERDOMAIN|SSH_CONNECTION)$/;

function variable(name: string): Carried | undefined {
  if (IDENTITY.test(name))
    return { kind: 'details', name: 'facts about the computer and its user' };
  const secret = secretVariable(name);
  return secret && { kind: name === '*' ? 'secret' : 'variable', secret };
}

function output(name: string, args: string): Carried | undefined {
  const secret = secretOutput(name, args);
  if (secret !== undefined) return { kind: 'secret', secret };
  const details = tellingOutput(name, args);
  return details === undefined ? undefined : { kind: 'details', name: details };
}
