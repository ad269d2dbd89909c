import { FUNCTIONS } from '../evaluate/functions.js';
import { FILTERS } from '../filters/index.js';
import { TemplateError } from '../template-error.js';
import type { Expression, NamedCall } from './template.js';
import type { Item, RawCall } from './items.js';

/** @throws {TemplateError} for arguments without a name, or named twice */
export function namedCall(
  raw: RawCall,
  read: (items: readonly Item[], at: number) => Expression,
): NamedCall {
  const [without] = raw.positional;
  if (without !== undefined) {
    throw new TemplateError(
      `The arguments of \`${raw.name}\` need names.`,
      without[0]?.at ?? raw.at,
      hintFor(raw.name),
    );
  }
  const args = new Map<string, Expression>();
  for (const { name, at, value } of raw.named) {
    if (args.has(name)) throw new TemplateError(`The argument \`${name}\` is given twice.`, at);
    args.set(name, read(value, at));
  }
  return { at: raw.at, name: raw.name, args };
}

function hintFor(name: string): string {
  const [first, ...others] = parametersOf(name);
  if (first === undefined) return 'Write each argument as name=value.';
  const more = others.length === 0 ? '' : ` It takes ${[first, ...others].join(', ')}.`;
  return `Write ${name}(${first}=…).${more}`;
}

function parametersOf(name: string): readonly string[] {
  if (name === 'default') return ['value'];
  return Object.keys(FILTERS.get(name)?.parameters ?? FUNCTIONS.get(name)?.parameters ?? {});
}
