/** Words of a command line: quotation, expansion and splitting. */
import type { DoubleQuotedChild, Word, WordPart } from 'unbash';
import type { At } from '../../unit.js';
import { expanded, items, variable, type Evaluation } from './expansion.js';
import { disguise, joined, literal, nothing, unknown, type Flow } from './flow.js';
import type { Session } from './session.js';

/** What the walker lends to the words: scripts inside of them. */
export interface Substitutions {
  /** Output of `$(…)`. */
  output(part: Extract<WordPart, { type: 'CommandExpansion' }>, at: At): Flow;
  /** The file that `<(…)` or `>(…)` stands for. */
  file(part: Extract<WordPart, { type: 'ProcessSubstitution' }>, at: At): Flow;
}

const PLAIN = /^[\w@%+=:,./~^-]*$/;

/** Reads the words of one command. */
export class Words implements Evaluation {
  constructor(
    readonly session: Session,
    readonly at: At,
    private readonly substitutions: Substitutions,
  ) {}

  /** The word as one text. */
  word(word: Word): Flow {
    if (PLAIN.test(word.text)) return literal(word.text);
    const { parts } = word;
    if (parts === undefined) return literal(word.value);
    return joined(parts.map((part) => this.#part(part)));
  }

  /** The word as the arguments that it becomes: split where it is not quoted. */
  fields(word: Word): readonly Flow[] {
    if (PLAIN.test(word.text)) return [literal(word.text)];
    const { parts } = word;
    if (parts === undefined) return [literal(word.value)];
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return this.#alone(only);
    return this.#split(parts);
  }

  /** Parts of a here-document. */
  text(parts: readonly WordPart[]): Flow {
    return joined(parts.map((part) => this.#part(part)));
  }

  #alone(part: WordPart): readonly Flow[] {
    if (part.type === 'BraceExpansion') return braces(part.text);
    if (part.type === 'DoubleQuoted' && part.parts.length === 1) return this.#quoted(part.parts);
    const many = this.#many(part, /^[@*]$/);
    if (many !== undefined) return many;
    const value = this.#part(part);
    return splits(part) ? blanks(value) : [value];
  }

  /** `"$@"` and `"${list[@]}"` become many, all other expansions in quotation marks stay one. */
  #quoted(parts: readonly DoubleQuotedChild[]): readonly Flow[] {
    return parts.flatMap((part) => this.#many(part, /^@$/) ?? [this.#part(part)]);
  }

  /** The elements of a list, where the part names a whole list. */
  #many(part: WordPart, all: RegExp): readonly Flow[] | undefined {
    if (part.type === 'SimpleExpansion' && all.test(part.text.slice(1)))
      return items(part.text.slice(1), this);
    if (part.type === 'ParameterExpansion' && all.test(part.index?.text ?? ''))
      return expanded(part, this);
    return undefined;
  }

  #split(parts: readonly WordPart[]): readonly Flow[] {
    const fields: Flow[][] = [[]];
    for (const part of parts) {
      const pieces = this.#pieces(part);
      fields.at(-1)?.push(pieces[0] ?? nothing);
      for (const piece of pieces.slice(1)) fields.push([piece]);
    }
    const hidden = parts.some(isSeparator) || assembled(parts, this.session);
    const whole = fields.map((pieces) => joined(pieces));
    return hidden ? whole.map(disguise) : whole;
  }

  #pieces(part: WordPart): readonly Flow[] {
    if (isSeparator(part)) return [nothing, nothing];
    const value = this.#part(part);
    if (!splits(part) || value.dynamic || !/\s/.test(value.text)) return [value];
    return value.text.split(/\s+/).map((text) => ({ ...value, text }));
  }

  #part(part: WordPart): Flow {
    switch (part.type) {
      case 'SimpleExpansion':
        return variable(part.text.slice(1), this);
      case 'ParameterExpansion':
        return joined(expanded(part, this), ' ');
      case 'DoubleQuoted':
      case 'LocaleString':
        return joined(part.parts.map((inner) => this.#part(inner)));
      case 'CommandExpansion':
        return this.substitutions.output(part, this.at);
      case 'ProcessSubstitution':
        return this.substitutions.file(part, this.at);
      case 'ArithmeticExpansion':
        return arithmetic(part.text.slice(3, -2));
      default:
        return constant(part);
    }
  }
}

/** A part that says all by itself. */
function constant(part: WordPart): Flow {
  const flow = literal('value' in part ? part.value : part.text);
  return part.type === 'AnsiCQuoted' && /\\[xuU0-7]/.test(part.text) ? disguise(flow) : flow;
}

const splits = (part: WordPart): boolean =>
  part.type === 'SimpleExpansion' ||
  part.type === 'ParameterExpansion' ||
  part.type === 'CommandExpansion';

/** `$IFS` written where a blank is meant. */
function isSeparator(part: WordPart): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$IFS';
  return part.type === 'ParameterExpansion' && part.parameter === 'IFS';
}

function blanks(value: Flow): readonly Flow[] {
  const { text } = value;
  if (!/\s/.test(text)) return [value];
  return text
    .trim()
    .split(/\s+/)
    .map((one) => ({ ...value, text: one }));
}

/** `{a,b}` and `{1..3}`, without nesting. */
function braces(text: string): readonly Flow[] {
  const inner = text.slice(1, -1);
  if (/[{}]/.test(inner) || !inner.includes(',')) return [literal(text)];
  return inner.split(',').map((one) => literal(one.replace(/^(['"])(.*)\1$/, '$2')));
}

const SUM = /^\s*(\d{1,9})\s*([-+*])\s*(\d{1,9})\s*$/;

function arithmetic(text: string): Flow {
  if (/^\s*\d{1,9}\s*$/.test(text)) return literal(text.trim());
  const [, one, sign, other] = SUM.exec(text) ?? [];
  if (one === undefined) return unknown('number');
  const [left, right] = [Number(one), Number(other)];
  return literal(String(sign === '+' ? left + right : sign === '-' ? left - right : left * right));
}

/** Whether letters of one word are written in several ways: `c""url`, `w'g'et`, `$a$b`. */
function assembled(parts: readonly WordPart[], session: Session): boolean {
  return parts.some((part, index) => {
    const before = parts[index - 1];
    if (before === undefined) return false;
    if (isPiece(part, session) && isPiece(before, session)) return true;
    return (isQuoted(part) && endsInLetter(before)) || (isQuoted(before) && startsWithLetter(part));
  });
}

function isPiece(part: WordPart, session: Session): boolean {
  const name =
    part.type === 'SimpleExpansion'
      ? part.text.slice(1)
      : part.type === 'ParameterExpansion'
        ? part.parameter
        : undefined;
  const value = name === undefined ? undefined : session.variables.get(name)?.value;
  return value !== undefined && !value.dynamic && /^\w{1,8}$/.test(value.text);
}

const quotedText = (part: WordPart): string | undefined => {
  if (part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted') return part.value;
  if (part.type !== 'DoubleQuoted' || part.parts.length > 1) return undefined;
  const [inner] = part.parts;
  return inner === undefined ? '' : inner.type === 'Literal' ? inner.value : undefined;
};
const isQuoted = (part: WordPart): boolean => /^[a-z]{0,6}$/.test(quotedText(part) ?? '-');
const endsInLetter = (part: WordPart): boolean =>
  part.type === 'Literal' && /[a-z]$/.test(part.text);
const startsWithLetter = (part: WordPart): boolean =>
  part.type === 'Literal' && /^[a-z]/.test(part.text);
