import { PatternError } from '../syntax/pattern-error.js';
import type { ClassItem, ClassNode, PatternNode } from '../syntax/pattern-node.js';
import { caseSenseOf } from './ambient-case.js';
import { withCaseVariants, type CodePointRange } from './case-variants.js';
import { rangesOf } from './code-point-ranges.js';
import { quantifier } from './linear-source.js';

const ASSERTIONS = {
  textStart: '^',
  textEnd: '$',
  // negative assertions would also match between the two halves of a surrogate pair
  lineStart: '(?<=^|\\n)',
  lineEnd: '(?=$|\\n)',
  wordBoundary: '\\b',
  noWordBoundary: '(?:(?<=\\w)(?=\\w)|(?<=^|\\W)(?=$|\\W))',
};

/** What `RegExp` takes. */
export interface ScriptExpression {
  readonly source: string;
  readonly flags: string;
}

/** Any pattern in the syntax of JavaScript. Throws `PatternError` for what cannot be said in it. */
export function scriptExpression(root: PatternNode): ScriptExpression {
  const sense = caseSenseOf(root);
  const source = new Writer(sense === 'mixed').sourceOf(root);
  return { source, flags: sense === 'insensitive' ? 'iu' : 'u' };
}

/** Numbers groups anew, because an atomic group becomes a group with a number. */
class Writer {
  private groups = 0;
  private readonly numbers = new Map<number, number>();
  private behind = 0;

  constructor(private readonly mixed: boolean) {}

  sourceOf(node: PatternNode): string {
    switch (node.kind) {
      case 'literal':
        return this.literal(node.codePoint, node.fold);
      case 'class':
        return this.classSource(node);
      case 'any':
        return node.newline ? '[^]' : '[^\\n]';
      case 'assertion':
        return ASSERTIONS[node.is];
      case 'sequence':
        return node.parts.map((part) => this.part(part)).join('');
      case 'alternatives':
        return node.parts.map((part) => this.sourceOf(part)).join('|');
      default:
        return this.group(node);
    }
  }

  private group(
    node: Extract<
      PatternNode,
      { kind: 'capture' | 'repeat' | 'look' | 'atomic' | 'backreference' }
    >,
  ): string {
    switch (node.kind) {
      case 'capture':
        this.numbers.set(node.index, ++this.groups);
        return `(${this.sourceOf(node.body)})`;
      case 'repeat':
        return `(?:${this.sourceOf(node.body)})${quantifier(node)}`;
      case 'look':
        return this.look(node);
      case 'atomic':
        return this.atomic(node.body);
      case 'backreference':
        return this.backreference(node);
    }
  }

  private part(node: PatternNode): string {
    const source = this.sourceOf(node);
    return node.kind === 'alternatives' ? `(?:${source})` : source;
  }

  private literal(codePoint: number, fold: boolean): string {
    if (!this.mixed || !fold) return characterSource(codePoint);
    return rangesSource(withCaseVariants([{ from: codePoint, to: codePoint }]), false);
  }

  private look({ behind, negative, body }: Extract<PatternNode, { kind: 'look' }>): string {
    if (behind) this.behind++;
    const source = this.sourceOf(body);
    if (behind) this.behind--;
    return `(?${behind ? '<' : ''}${negative ? '!' : '='}${source})`;
  }

  /** What a look-ahead has found is never looked for again. */
  private atomic(body: PatternNode): string {
    if (this.behind > 0) {
      throw new PatternError(
        -1,
        'an atomic group or possessive repetition stands in a look-behind; write a plain group',
      );
    }
    const number = ++this.groups;
    return `(?:(?=(${this.sourceOf(body)}))\\${number})`;
  }

  private backreference({ group, fold }: Extract<PatternNode, { kind: 'backreference' }>): string {
    if (this.mixed && fold) throw mixedRefused('a back-reference');
    return `(?:\\${this.numbers.get(group) ?? group})`;
  }

  private classSource({ negated, items, fold }: ClassNode): string {
    const expanded = this.mixed && fold;
    if (expanded && items.some(({ kind }) => kind === 'unicode')) throw mixedRefused('`\\p{…}`');
    const ranges = items.flatMap((item) => rangesOf(item, fold));
    const named = items.filter((item) => item.kind === 'unicode');
    const classes = named
      .filter((item) => !item.negated)
      .map(unicodeSource)
      .join('');
    const without = named.filter((item) => item.negated);
    const all = expanded ? withCaseVariants(ranges) : ranges;
    if (without.length === 0) return rangesSource(all, negated, classes);
    // negated sets within a class mean something else when the case does not matter
    const sets = without.map((item) => `[^${unicodeSource(item)}]`);
    const any = [rangesSource(all, false, classes), ...sets].join('|');
    return negated ? `(?:(?!${any})[^])` : `(?:${any})`;
  }
}

/** General categories by their names of JavaScript, everything else as a script. */
function unicodeSource(item: ClassItem): string {
  if (item.kind !== 'unicode') return '';
  const forms = [`\\p{${item.name}}`, `\\p{Script=${item.name}}`];
  const known = forms.find(isExpression);
  if (known === undefined) throw unknownUnicodeClass(item.name);
  return known;
}

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, 'u').unicode;
  } catch {
    return false;
  }
}

export function unknownUnicodeClass(name: string): PatternError {
  return new PatternError(
    -1,
    `the Unicode class \`${name}\` does not exist here; ` +
      'write a general category or a script, such as `\\p{L}` or `\\p{Greek}`',
  );
}

function mixedRefused(what: string): PatternError {
  return new PatternError(
    -1,
    `the case matters in one part and not in ${what}, together with look-around; ` +
      'write `(?i)` at the start of the pattern',
  );
}

function rangesSource(ranges: readonly CodePointRange[], negated: boolean, classes = ''): string {
  const source = ranges
    .map(({ from, to }) =>
      from === to ? characterSource(from) : `${characterSource(from)}-${characterSource(to)}`,
    )
    .join('');
  return `[${negated ? '^' : ''}${source}${classes}]`;
}

function characterSource(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return /\w/.test(text) ? text : `\\u{${codePoint.toString(16)}}`;
}
