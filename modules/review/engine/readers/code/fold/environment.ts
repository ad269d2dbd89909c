import type { At } from '../../../unit.js';
import { literal, placeholder, type Known } from '../known.js';

/** Variables that name the user's own folder. */
const HOME = new Set(['HOME', 'USERPROFILE', 'HOMEPATH']);

/** All variables, or the one that a qualified name such as `process.env.TOKEN` ends with. */
export function environmentValue(qualified: string, all: string, at: At): Known | undefined {
  if (qualified === all)
    return { dynamic: true, sources: [{ kind: 'environment', name: '*', at }], refers: all };
  const name = qualified.slice(all.length + 1);
  if (qualified[all.length] !== '.' || name.includes('.') || name.includes('(')) return undefined;
  return variable(name, at);
}

/** One variable. */
export function variable(name: string, at: At): Known {
  if (HOME.has(name)) return literal('~');
  return { ...placeholder(name), sources: [{ kind: 'environment', name, at }] };
}
