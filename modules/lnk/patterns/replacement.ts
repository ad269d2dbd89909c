import type { RE2JS } from 're2js';
import { compiledLinear, linearLibrary, linearPattern } from './engines/compiled-pattern.js';

/** A piece of a replacement: text, or the group whose text goes there. */
type Piece = { readonly text: string } | { readonly group: string };

const REFERENCE = /\$(?:(\$)|(\w+)|\{([^}]*)\})/g;

/** The pieces of a replacement. A `$` that begins nothing stands for itself. */
function piecesOf(replacement: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of replacement.matchAll(REFERENCE)) {
    pieces.push({ text: replacement.slice(end, match.index) });
    end = match.index + match[0].length;
    const [, dollar, plain, braced] = match;
    pieces.push(dollar === undefined ? { group: plain ?? braced ?? '' } : { text: '$' });
  }
  return [...pieces, { text: replacement.slice(end) }];
}

/** Replaces what a linear pattern matches first. Case does not matter. */
export class Replacement {
  /** Groups that the replacement names and the pattern does not have: they are empty. */
  readonly unknownGroups: readonly string[];
  private readonly pieces: readonly (string | number)[];

  private constructor(
    private readonly expression: RE2JS,
    names: ReadonlyMap<string, number>,
    replacement: string,
  ) {
    const unknown: string[] = [];
    const most = expression.groupCount();
    this.pieces = piecesOf(replacement).flatMap((piece): (string | number)[] => {
      if ('text' in piece) return [piece.text];
      const index = names.get(piece.group) ?? numberOf(piece.group);
      if (index !== undefined && index <= most) return [index];
      unknown.push(piece.group);
      return [];
    });
    this.unknownGroups = unknown;
  }

  /** The pattern must be free of problems: see `linearPatternProblem`. */
  static async of(pattern: string, replacement: string): Promise<Replacement> {
    const read = linearPattern(pattern, true);
    const expression = compiledLinear(await linearLibrary(), read);
    return new Replacement(expression, read.parsed.names, replacement);
  }

  /** The text with the first match replaced; `undefined` when nothing matches. */
  replaceFirst(text: string): string | undefined {
    const matcher = this.expression.matcher(text);
    if (!matcher.find()) return undefined;
    const replaced = this.pieces.map((piece) =>
      typeof piece === 'string' ? piece : (matcher.group(piece) ?? ''),
    );
    return text.slice(0, matcher.start()) + replaced.join('') + text.slice(matcher.end());
  }
}

/** Of a group that is named by its number; 0 is the whole match. */
function numberOf(group: string): number | undefined {
  return /^\d{1,6}$/.test(group) ? Number(group) : undefined;
}
