import { isRecord } from '../../../toolbox/type-guards.js';
import { checkDocument } from '../config/check/check-document.js';
import { readDocument } from '../config/document/read-document.js';
import { fieldTree } from '../config/fields/field-tree.js';
import { FIELDS, SECTIONS } from '../config/fields/index.js';
import { LinePositions } from '../config/load/line-positions.js';
import type { Configuration } from '../config/resolve/configuration.js';
import { resolve } from '../config/resolve/resolve.js';

/** Values of fields by their paths: `{ 'feature.fs.mode': 'local' }`. */
export type Values = Readonly<Record<string, unknown>>;

/** The file that sets the fields. */
export const FILE = 'lnk.json';

const TREE = fieldTree(SECTIONS, FIELDS);
const PATHS: ReadonlySet<string> = new Set(FIELDS.map(({ path }) => path));

/** A section, whose members are sections or the JSON texts of values. */
type Section = Map<string, Section | string>;

/**
 * The configuration of a JSON file that sets these fields, one to a line. It is checked and resolved as every file is: a value that its
 * field does not take is broken. Throws for a path that is no field's.
 */
export async function configurationOf(values: Values): Promise<Configuration> {
  const text = fileText(values);
  const { root } = await readDocument(text, 'json');
  if (root?.kind !== 'object') throw new Error(`This is no file: ${text}`);
  const lines = new LinePositions(text);
  const { configuration } = await resolve(FIELDS, {
    flags: {},
    env: {},
    document: await checkDocument(root, TREE),
    sourceAt: (offset, path) => ({ kind: 'file', file: FILE, ...lines.at(offset), path }),
  });
  return configuration;
}

/** The same, but it throws for a value that is broken: rules take such a value as absent, so that a test of them would test nothing. */
export async function soundConfigurationOf(values: Values): Promise<Configuration> {
  const configuration = await configurationOf(values);
  const broken = Object.keys(values).filter((path) => configuration.isBroken(path));
  if (broken.length > 0) throw new Error(`The values of these are broken: ${broken.join(', ')}`);
  return configuration;
}

function fileText(values: Values): string {
  const root: Section = new Map();
  for (const [path, value] of Object.entries(values)) {
    if (!PATHS.has(path)) throw new Error(`${path} is not a field`);
    const sections = path.split('.');
    const name = sections.pop() as string;
    let section = root;
    for (const one of sections) section = sectionIn(section, one);
    section.set(name, jsonText(value));
  }
  return sectionText(root, '');
}

function sectionIn(section: Section, name: string): Section {
  const known = section.get(name);
  if (known instanceof Map) return known;
  const made: Section = new Map();
  section.set(name, made);
  return made;
}

function sectionText(section: Section, indent: string): string {
  const inner = `${indent}  `;
  const members = [...section].map(([name, entry]) => {
    const text = typeof entry === 'string' ? entry : sectionText(entry, inner);
    return `${inner}${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

/** A value on one line; a `Map` keeps the order of its keys. */
function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`;
  if (!(value instanceof Map) && !isRecord(value)) return JSON.stringify(value);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}: ${jsonText(one)}`).join(', ')}}`;
}
