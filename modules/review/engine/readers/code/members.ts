/** Members of objects and modules, and items of lists, by what they are called. */
import type { Evaluator } from './evaluate.js';
import { fromSources, literal, marksOf, sourcesOf, UNKNOWN, type Known } from './known.js';
import type { NodeId } from './syntax-tree.js';

/** Longer names are chains of calls that no table knows. */
export const LONGEST_NAME = 160;

interface Asked<T> {
  readonly node: NodeId;
  readonly index: T;
}

export function memberOf(
  evaluator: Evaluator,
  object: Known,
  { name, node }: { readonly name: string; readonly node: NodeId },
): Known {
  const entry = object.entries?.get(name);
  if (entry !== undefined) return entry;
  if (object.refers === 'self' || isOfClass(evaluator, object)) return evaluator.names.member(name);
  if (object.refers !== undefined) return qualified(evaluator, object, { index: name, node });
  if (name === 'constructor')
    return { ...UNKNOWN, refers: object.local === undefined ? 'Object' : 'Function' };
  return {
    ...evaluator.placeholder(node),
    sources: object.sources,
    ...(object.origin !== undefined && { origin: object.origin }),
  };
}

/** A class of this file, or an object of one. */
function isOfClass({ program }: Evaluator, { local, refers }: Known): boolean {
  if (refers !== undefined) return refers.startsWith('class ');
  return local !== undefined && program.scopeOfFunction(local) === undefined;
}

function qualified(evaluator: Evaluator, object: Known, { index, node }: Asked<string>): Known {
  const long = `${object.refers ?? ''}.${index}`;
  const refers = evaluator.program.adapter.normal(
    long === 'Object.constructor' ? 'Function' : long,
  );
  if (refers.length > LONGEST_NAME) return fromSources(object.sources);
  const value = evaluator.library.values(refers, evaluator.at(node));
  return {
    ...(value ?? { dynamic: true, sources: evaluator.loaded(refers) ?? object.sources }),
    text: value?.text ?? evaluator.placeholder(node).text,
    refers,
    ...(object.origin !== undefined && { origin: object.origin }),
    ...(object.disguised === true && { disguised: true }),
  };
}

/** `object[index]`. */
export function itemAt(evaluator: Evaluator, object: Known, { index, node }: Asked<Known>): Known {
  const key = index.text;
  if (key === undefined || index.dynamic) return fromSources(sourcesOf([object, index]));
  if (object.items) return object.items.at(Number(key)) ?? fromSources(object.sources);
  const entry = object.entries?.get(key);
  if (entry !== undefined) return entry;
  if (object.refers === undefined) return letterOr(evaluator, object, { index: key, node });
  if (/^-?\d+$/.test(key)) return memberOf(evaluator, object, { name: key, node });
  const found = memberByKey(evaluator, object, { index: key, node });
  return index.folded === true ? { ...found, disguised: true } : found;
}

function letterOr(evaluator: Evaluator, object: Known, { index, node }: Asked<string>): Known {
  if (object.text === undefined || object.dynamic)
    return memberOf(evaluator, object, { name: index, node });
  return { ...literal(Array.from(object.text).at(Number(index)) ?? ''), ...marksOf([object]) };
}

/** Dictionaries that hold the names of a module, of the file or of the language. */
const NAME_TABLES = /(^|\.)(__dict__|__builtins__|globals\(\)|sys\.modules)$/;

function memberByKey(evaluator: Evaluator, object: Known, { index, node }: Asked<string>): Known {
  const refers = (object.refers ?? '').replace(NAME_TABLES, '');
  return refers === ''
    ? evaluator.global(index, node)
    : memberOf(evaluator, { ...object, refers }, { name: index, node });
}
