import type { Mistake } from '../problem.js';
import { emptyObject, MOST_MISTAKES, type Format, type ReadDocument } from './document.js';
import type { DocumentNode } from './node.js';

export type { Format, ReadDocument } from './document.js';

/** UTF-16 units. The YAML parser takes longer than in proportion to the keys, and a template may make much of little. */
export const LONGEST = 256 * 1024;

/** Each loads the parser of its format, and no other. */
const READERS: Readonly<Record<Format, () => Promise<(text: string) => ReadDocument>>> = {
  json: async () => (await import('./json/read-json.js')).readJson,
  toml: async () => (await import('./toml/read-toml.js')).readToml,
  yaml: async () => (await import('./yaml/read-yaml.js')).readYaml,
};

/**
 * Reads a configuration as it is written, with the position of every value. A text without any content is an empty object.
 * It never throws for what the text says.
 */
export async function readDocument(text: string, format: Format): Promise<ReadDocument> {
  if (text.trim() === '') return { root: emptyObject(text), mistakes: [], usable: true };
  if (text.length > LONGEST) return refused(tooLong);
  const read = await READERS[format]();
  return ofObject(read(text));
}

const tooLong: Mistake = {
  path: [],
  at: 0,
  message: `The configuration has more than ${LONGEST / 1024} KB.`,
  hint: 'A configuration has a few. If a template makes it so long, shorten its loops.',
};

const refused = (mistake: Mistake): ReadDocument => ({
  root: undefined,
  mistakes: [mistake],
  usable: false,
});

function ofObject({ root, mistakes, usable }: ReadDocument): ReadDocument {
  const sorted = mistakes.toSorted((one, other) => one.at - other.at).slice(0, MOST_MISTAKES);
  if (root === undefined || root.kind === 'object') return { root, mistakes: sorted, usable };
  // a file that is broken may have lost its root
  return usable ? refused(notAnObject(root)) : { root: undefined, mistakes: sorted, usable };
}

const KINDS = {
  list: 'a list',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  object: 'an object',
} as const;

const notAnObject = ({ kind, from }: DocumentNode): Mistake => ({
  path: [],
  at: from,
  message: `The configuration has to be an object of fields, and this is ${KINDS[kind]}.`,
  hint: 'Write fields and their values, such as `target` with "pod/my-pod".',
});
