import type * as Library from 're2js';
import type { RE2JS } from 're2js';
import { parsePattern, type ParsedPattern } from '../syntax/parse-pattern.js';
import { PatternError } from '../syntax/pattern-error.js';
import type { PatternNode } from '../syntax/pattern-node.js';
import { partsOf } from '../syntax/pattern-node.js';
import { linearSource } from './linear-source.js';
import {
  scriptExpression,
  unknownUnicodeClass,
  type ScriptExpression,
} from './look-around-source.js';

export type LinearLibrary = typeof Library;

/** The library that matches in linear time. */
export function linearLibrary(): Promise<LinearLibrary> {
  return import('re2js');
}

export interface LinearPattern {
  readonly parsed: ParsedPattern;
  /** In the library's syntax. */
  readonly source: string;
}

/** A pattern that is matched in linear time. Throws `PatternError`, also for one that looks around. */
export function linearPattern(pattern: string, ignoreCase: boolean): LinearPattern {
  const parsed = parsedLinear(pattern, ignoreCase);
  return { parsed, source: linearSource(parsed.root) };
}

/** The same, read only. Throws `PatternError`. */
export function parsedLinear(pattern: string, ignoreCase: boolean): ParsedPattern {
  const parsed = parsePattern(pattern, ignoreCase);
  const { lookAround } = parsed;
  if (lookAround !== undefined) {
    throw new PatternError(
      lookAround.at,
      `${lookAround.what} cannot be matched in linear time; write the pattern without it`,
    );
  }
  return parsed;
}

/** Steps that every engine takes. */
const CERTAIN_STEPS = 2000;

/**
 * Whether a pattern without look-around can only be right: an engine refuses nothing that was read but names of Unicode that it does not
 * have, and size. So a file's patterns are checked without an engine, which takes longer than all the rest of the check.
 */
export const isCertain = ({ root, steps, lookAround }: ParsedPattern): boolean =>
  lookAround === undefined && steps <= CERTAIN_STEPS && !hasUnicodeClass(root);

/** Throws `PatternError`. */
export function compiledLinear({ RE2JS }: LinearLibrary, pattern: LinearPattern): RE2JS {
  try {
    return RE2JS.compile(pattern.source);
  } catch (error) {
    throw asPatternError(error, pattern.parsed.root);
  }
}

export type SearchPattern =
  | { readonly kind: 'linear'; readonly expression: RE2JS }
  | { readonly kind: 'lookAround'; readonly expression: ScriptExpression };

/** A pattern that may look around, in the engine that takes it. Throws `PatternError`. */
export function searchPattern(
  library: LinearLibrary,
  pattern: string,
  ignoreCase: boolean,
): SearchPattern {
  const parsed = parsePattern(pattern, ignoreCase);
  if (parsed.lookAround === undefined) {
    try {
      const expression = library.RE2JS.compile(linearSource(parsed.root));
      return { kind: 'linear', expression };
    } catch (error) {
      if (!hasUnicodeClass(parsed.root)) throw asPatternError(error, parsed.root);
    }
  }
  const expression = scriptExpression(parsed.root);
  try {
    return { kind: 'lookAround', expression: compiled(expression) };
  } catch (error) {
    throw new PatternError(
      -1,
      'it is too large for a pattern that looks around; write a shorter one',
      { cause: error },
    );
  }
}

function compiled({ source, flags }: ScriptExpression): ScriptExpression {
  const expression = new RegExp(source, flags);
  return { source: expression.source, flags: expression.flags };
}

/** What is left after our own reading: names of Unicode that the library does not have, and size. */
function asPatternError(error: unknown, root: PatternNode): PatternError {
  const reason = error instanceof Error ? error.message : '';
  const name = unicodeClassOf(root, (one) => reason.includes(`{${one}}`));
  if (name !== undefined) return unknownUnicodeClass(name);
  return new PatternError(-1, 'it is too large or nested too deeply; write several shorter ones', {
    cause: error,
  });
}

function hasUnicodeClass(root: PatternNode): boolean {
  return unicodeClassOf(root, () => true) !== undefined;
}

function unicodeClassOf(node: PatternNode, fits: (name: string) => boolean): string | undefined {
  if (node.kind === 'class') {
    for (const item of node.items) if (item.kind === 'unicode' && fits(item.name)) return item.name;
  }
  for (const part of partsOf(node)) {
    const found = unicodeClassOf(part, fits);
    if (found !== undefined) return found;
  }
  return undefined;
}
