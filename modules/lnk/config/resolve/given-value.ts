import { accepts, BROKEN, ShapeReader, type Findings } from '../check/read-shape.js';
import { formatProblem } from '../check/formats.js';
import { sentence } from '../check/sentence.js';
import type { DocumentNode, ScalarNode } from '../document/node.js';
import type { Field } from '../fields/field.js';
import type { Shape } from '../fields/shape.js';

/** A value of a flag or a variable. */
export interface Given {
  readonly field: Field;
  /** As people know it: `--fs-mode`, `LNK_FILE_MODE`. */
  readonly name: string;
  readonly value: unknown;
  /** What the value means, where it is not the value itself. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

/** What a given value is for its field, or the problem with it as a sentence. Nothing for one that sets nothing. */
export type ReadValue =
  { readonly value: unknown } | { readonly problem: string; readonly hint?: string } | undefined;

/** Reads a value that a flag or a variable gives, by the rules for the same value in a file. */
export async function readGiven({ field, name, value, values }: Given): Promise<ReadValue> {
  if (values !== undefined) {
    const meant = new Map(Object.entries(values)).get(String(value));
    if (meant !== undefined) return meant === null ? undefined : { value: meant };
    if (field.shape.type === 'boolean' || !accepts(field.shape, TEXT))
      return {
        problem: `${name} must be one of ${Object.keys(values).join(', ')}, not "${String(value)}".`,
      };
  }
  const read = await checked(field, name, nodeOf(field.shape, value));
  return 'problem' in read && values !== undefined
    ? { hint: `Write ${Object.keys(values).join(' or ')}, or one of these.`, ...read }
    : read;
}

async function checked(
  field: Field,
  name: string,
  node: DocumentNode,
): Promise<NonNullable<ReadValue>> {
  const found: Findings = { mistakes: [], texts: [] };
  const read = new ShapeReader(found).read(field.shape, node, []);
  const [mistake] = found.mistakes;
  if (mistake !== undefined || read === BROKEN)
    return {
      problem: `${name}: ${mistake?.message ?? 'This value is wrong.'}`,
      ...(mistake?.hint !== undefined && { hint: mistake.hint }),
    };
  for (const { format, text } of found.texts) {
    const problem = await formatProblem(format, text);
    if (problem !== undefined) return { problem: `${name}: ${sentence(problem)}` };
  }
  return { value: read };
}

const NOWHERE = { from: 0, to: 0 };
const TEXT: ScalarNode = { kind: 'string', value: '', ...NOWHERE };
const BOOLEAN: ScalarNode = { kind: 'boolean', value: true, ...NOWHERE };
const NUMBER: ScalarNode = { kind: 'number', value: 0, ...NOWHERE };

/** A text as a value of the shape: lists are separated by `;`, numbers and switches are read. */
function nodeOf(shape: Shape, value: unknown): DocumentNode {
  if (typeof value === 'boolean') return { ...BOOLEAN, value };
  if (typeof value === 'number') return { ...NUMBER, value };
  const text = Array.isArray(value) ? value.join(';') : String(value);
  if (shape.type === 'list')
    return {
      kind: 'list',
      items: partsOf(text).map((part) => nodeOf(shape.of, part)),
      ...NOWHERE,
    };
  if (/^(true|false)$/.test(text) && accepts(shape, BOOLEAN))
    return { ...BOOLEAN, value: text === 'true' };
  if (/^-?\d+(\.\d+)?$/.test(text) && accepts(shape, NUMBER))
    return { ...NUMBER, value: Number(text) };
  return { ...TEXT, value: text };
}

const partsOf = (text: string): readonly string[] => text.split(';').filter((part) => part !== '');
