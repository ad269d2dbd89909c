import type { DocumentNode, ScalarNode } from '../document/node.js';
import type { Shape } from '../fields/shape.js';
import { quoted } from '../../quoted.js';
import { shapeWords } from '../schema/shape-words.js';
import { closest } from './closest.js';
import { kindWords } from './kind-words.js';

export interface ShapeProblem {
  readonly message: string;
  readonly hint?: string;
}

export const isScalar = (node: DocumentNode): node is ScalarNode =>
  node.kind !== 'object' && node.kind !== 'list';

/** The problem with a single value; `undefined` for one of its shape. */
export function scalarProblem(shape: Shape, node: ScalarNode): ShapeProblem | undefined {
  switch (shape.type) {
    case 'boolean':
      return node.kind === 'boolean' ? undefined : notThe(shape, node);
    case 'text':
      return textProblem(shape, node);
    case 'integer':
      return integerProblem(shape, node);
    case 'choice':
      return choiceProblem(shape.values, node);
    case 'absent':
      return { message: 'This field exists no more.', hint: 'Remove it.' };
    default:
      return notThe(shape, node);
  }
}

function notThe(shape: Shape, node: ScalarNode): ShapeProblem {
  const quoted = node.kind === 'string' && (shape.type === 'boolean' || shape.type === 'integer');
  const bare = quoted && /^(true|false|\d+)$/.test(String(node.value));
  return {
    message: `This must be ${shapeWords(shape)}, not ${kindWords(node)}.`,
    ...(bare && { hint: `Write ${String(node.value)} without quotes.` }),
  };
}

function textProblem(shape: Shape & { type: 'text' }, node: ScalarNode): ShapeProblem | undefined {
  // without the text: of 1.10 the value is 1.1
  if (node.kind !== 'string') return { ...notThe(shape, node), hint: 'Put it in quotes.' };
  return shape.notEmpty === true && node.value === ''
    ? { message: 'This must not be empty.' }
    : undefined;
}

function integerProblem(
  shape: Shape & { type: 'integer' },
  node: ScalarNode,
): ShapeProblem | undefined {
  if (node.kind !== 'number') return notThe(shape, node);
  const value = Number(node.value);
  if (!Number.isInteger(value))
    return { message: `This must be a whole number, and ${value} is not.` };
  if (value >= shape.min && value <= shape.max) return undefined;
  return { message: `This must be ${shapeWords(shape)}, and ${value} is not.` };
}

function choiceProblem(values: readonly string[], node: ScalarNode): ShapeProblem | undefined {
  if (node.kind !== 'string') return notThe({ type: 'choice', values }, node);
  const value = String(node.value);
  if (values.includes(value)) return undefined;
  const meant = closest(value, values);
  return {
    message: `${quoted(value)} is not one of ${values.join(', ')}.`,
    ...(meant !== undefined && { hint: `Did you mean ${meant}?` }),
  };
}
