import { ownValue } from '../../../../toolbox/own-value.js';
import type { DocumentNode, ScalarNode } from '../document/node.js';
import type { Path } from '../problem.js';
import { FEATURE_MISTAKES } from './mistakes/feature.js';
import { FORM_MISTAKES } from './mistakes/forms.js';
import type { KeyTable } from './mistakes/key-table.js';
import { NETWORK_MISTAKES } from './mistakes/network.js';
import { ROOT_MISTAKES } from './mistakes/root.js';
import { TARGET_MISTAKES } from './mistakes/target.js';
import { VALUE_MISTAKES } from './mistakes/values.js';

export const KEY_MISTAKES: KeyTable = {
  ...ROOT_MISTAKES,
  ...TARGET_MISTAKES,
  ...FEATURE_MISTAKES,
  ...NETWORK_MISTAKES,
};

/** What to write in place of a word that a choice has under another name: a full sentence. */
export function valueMistakeAt(path: Path, node: ScalarNode): string | undefined {
  if (node.kind !== 'string') return undefined;
  const words = ownValue(VALUE_MISTAKES, patternOf(path)) ?? {};
  const meant = ownValue(words, String(node.value).toLowerCase());
  return meant === undefined ? undefined : `Write \`"${meant}"\`.`;
}

/** Sections whose keys are names of the user's. */
const NAMED_ENTRIES = new Set(['feature.split_queues']);

/**
 * What to write in place of an unknown key that people write often: a full sentence. `allowed` are the keys that exist
 * there; with them a key in another spelling, such as `portMapping`, is recognised too.
 */
export function mistakeAt(path: Path, allowed: readonly string[] = []): string | undefined {
  const last = path.at(-1);
  if (typeof last !== 'string') return undefined;
  const parent = patternOf(path.slice(0, -1));
  const key = snakeCase(last);
  if (allowed.includes(key)) return `Write \`${key}\`.`;
  const meant = ownValue(ownValue(KEY_MISTAKES, parent) ?? {}, key);
  return meant === undefined ? undefined : sentence(meant, parent);
}

/** What to write in place of a value of a wrong kind that people write often: a full sentence. */
export function formMistakeAt(path: Path, kind: DocumentNode['kind']): string | undefined {
  const mistake = ownValue(FORM_MISTAKES, patternOf(path));
  return mistake?.kinds.includes(kind) === true ? mistake.hint : undefined;
}

function patternOf(path: Path): string {
  return path.reduce<string>((text, part) => {
    const word = typeof part === 'number' || NAMED_ENTRIES.has(text) ? '*' : part;
    return text === '' ? word : `${text}.${word}`;
  }, '');
}

/** `portMapping`, `port-mapping` and `PORT_MAPPING` are `port_mapping`. */
function snakeCase(key: string): string {
  // long keys are no spelling of anything
  if (key.length > 60) return key;
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

function sentence(meant: string, parent: string): string {
  if (meant.includes(' ')) return meant;
  const dot = meant.lastIndexOf('.');
  if (meant.slice(0, Math.max(dot, 0)) === parent) return `Write \`${meant.slice(dot + 1)}\`.`;
  return `It belongs elsewhere: write \`${meant}\`.`;
}
