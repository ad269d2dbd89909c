import { readClass } from './character-classes.js';
import { Cursor } from './cursor.js';
import { ASSERTIONS, readCharacterEscape, readClassEscape } from './escapes.js';
import { NO_FLAGS, type Flags } from './flags.js';
import { readGroupHead, type GroupHead } from './group-heads.js';
import { PatternError } from './pattern-error.js';
import type { PatternNode } from './pattern-node.js';
import { checkedSteps } from './pattern-size.js';
import { readQuantifier } from './quantifiers.js';

/** In UTF-16 units. */
export const LONGEST_PATTERN = 10_000;
const DEEPEST = 250;
const MOST_QUANTIFIERS = 5;

export interface ParsedPattern {
  readonly root: PatternNode;
  /** The names of the groups, with their numbers. */
  readonly names: ReadonlyMap<string, number>;
  /** The first part that cannot be matched in linear time. */
  readonly lookAround: { readonly at: number; readonly what: string } | undefined;
  /** Of the program that it becomes. */
  readonly steps: number;
}

/** Reads a pattern. Throws `PatternError`. */
export function parsePattern(pattern: string, ignoreCase: boolean): ParsedPattern {
  if (pattern.length > LONGEST_PATTERN) {
    throw new PatternError(-1, 'it is longer than 10,000 characters; write several shorter ones');
  }
  const half = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.exec(
    pattern,
  );
  if (half !== null) {
    throw new PatternError(half.index, 'half of a character stands alone; write the whole one');
  }
  const parsed = new PatternParser(pattern).parse({ ...NO_FLAGS, fold: ignoreCase });
  return { ...parsed, steps: checkedSteps(parsed.root) };
}

/** White space and comments where the flag `x` is on. */
const IGNORED = /(?:\s|#[^\n]*)+/y;

class PatternParser {
  private readonly cursor: Cursor;
  private readonly names = new Map<string, number>();
  private groups = 0;
  /** Numbers of the groups whose end has been read. */
  private readonly closed = new Set<number>();
  private depth = 0;
  private lookAround: ParsedPattern['lookAround'];

  constructor(pattern: string) {
    this.cursor = new Cursor(pattern);
  }

  parse(flags: Flags): Omit<ParsedPattern, 'steps'> {
    const root = this.alternatives(flags);
    if (!this.cursor.done) {
      throw new PatternError(
        this.cursor.at,
        'a `)` closes no group; write `\\)` for the character',
      );
    }
    return { root, names: this.names, lookAround: this.lookAround };
  }

  /** Up to the end of the group or of the pattern. Flags stay changed to the group's end, also behind a `|`. */
  private alternatives(start: Flags): PatternNode {
    const { cursor } = this;
    const alternatives: PatternNode[] = [];
    let parts: PatternNode[] = [];
    let flags = start;
    while (!cursor.done && !cursor.sees(')')) {
      if (cursor.take('|')) {
        alternatives.push(inSequence(parts));
        parts = [];
      } else {
        const part = this.item(flags);
        if (part.kind === 'flags') flags = part.flags;
        else if (part.kind !== 'comment') parts.push(part);
      }
    }
    const last = inSequence(parts);
    if (alternatives.length === 0) return last;
    return { kind: 'alternatives', parts: [...alternatives, last] };
  }

  private item(flags: Flags): PatternNode | Extract<GroupHead, { kind: 'flags' | 'comment' }> {
    const { cursor } = this;
    if (flags.verbose && cursor.takeMatch(IGNORED) !== null) return { kind: 'comment' };
    const at = cursor.at;
    if (readQuantifier(cursor) !== undefined) {
      throw new PatternError(at, 'a repetition has nothing to repeat; write a `\\` before it');
    }
    const part = cursor.take('(') ? this.group(flags, at) : this.atom(flags, at);
    if (part.kind === 'flags' || part.kind === 'comment') return part;
    return this.repeated(part, flags);
  }

  private atom(flags: Flags, at: number): PatternNode {
    const { cursor } = this;
    const { fold } = flags;
    const character = cursor.next();
    switch (character) {
      case '.':
        return { kind: 'any', newline: flags.dotAll };
      case '^':
        return { kind: 'assertion', is: flags.multiline ? 'lineStart' : 'textStart' };
      case '$':
        return { kind: 'assertion', is: flags.multiline ? 'lineEnd' : 'textEnd' };
      case '[':
        return { kind: 'class', ...readClass(cursor, flags.verbose), fold };
      case '\\':
        return this.escape(fold, at);
      default:
        return { kind: 'literal', codePoint: character.codePointAt(0) ?? 0, fold };
    }
  }

  private escape(fold: boolean, at: number): PatternNode {
    const { cursor } = this;
    if (cursor.sees('b{')) {
      throw new PatternError(at, '`\\b{` does not exist here; write `\\b`');
    }
    if (cursor.take('Q')) return this.quoted(fold);
    const assertion = ASSERTIONS.get(cursor.peek());
    if (assertion !== undefined) {
      cursor.next();
      return { kind: 'assertion', is: assertion };
    }
    if (cursor.take('Z')) return this.beforeLastNewline(at);
    const [, digits, name] = cursor.takeMatch(/([1-9]\d*)|k<([A-Za-z_]\w*)>/y) ?? [];
    if (digits !== undefined) return this.backreference(Number(digits), fold, at);
    if (name !== undefined) return this.backreference(name, fold, at);
    const item = readClassEscape(cursor);
    if (item !== undefined) return { kind: 'class', negated: false, items: [item], fold };
    return { kind: 'literal', codePoint: readCharacterEscape(cursor), fold };
  }

  private quoted(fold: boolean): PatternNode {
    const text = this.cursor.takeMatch(/((?:(?!\\E)[^])*)(?:\\E)?/uy)?.[1] ?? '';
    const parts = Array.from(text, (character): PatternNode => ({
      kind: 'literal',
      codePoint: character.codePointAt(0) ?? 0,
      fold,
    }));
    return inSequence(parts);
  }

  private beforeLastNewline(at: number): PatternNode {
    this.needsLookAround(at, '`\\Z`');
    const newline: PatternNode = { kind: 'literal', codePoint: 10, fold: false };
    const end: PatternNode = { kind: 'assertion', is: 'textEnd' };
    const body = inSequence([{ kind: 'repeat', body: newline, min: 0, max: 1, lazy: false }, end]);
    return { kind: 'look', behind: false, negative: false, body };
  }

  private backreference(to: number | string, fold: boolean, at: number): PatternNode {
    this.needsLookAround(at, 'a back-reference');
    const group = typeof to === 'number' ? to : this.names.get(to);
    if (group === undefined || !this.closed.has(group)) {
      throw new PatternError(
        at,
        `a back-reference names the group \`${to}\`, which does not end before it`,
      );
    }
    return { kind: 'backreference', group, fold };
  }

  private group(
    flags: Flags,
    at: number,
  ): PatternNode | Extract<GroupHead, { kind: 'flags' | 'comment' }> {
    const head = readGroupHead(this.cursor, flags);
    switch (head.kind) {
      case 'flags':
      case 'comment':
        return head;
      case 'backreference':
        return this.backreference(head.name, flags.fold, at);
      case 'plain':
        return this.body(head.flags, at);
      case 'capture':
        return this.capture(head.name, flags, at);
      case 'atomic':
        this.needsLookAround(at, 'an atomic group');
        return { kind: 'atomic', body: this.body(flags, at) };
      case 'look':
        this.needsLookAround(at, head.behind ? 'a look-behind' : 'a look-ahead');
        return { ...head, body: this.body(flags, at) };
    }
  }

  private capture(name: string | undefined, flags: Flags, at: number): PatternNode {
    const index = ++this.groups;
    if (name !== undefined) {
      if (this.names.has(name)) {
        throw new PatternError(at, `two groups have the name \`${name}\`; write another name`);
      }
      this.names.set(name, index);
    }
    const body = this.body(flags, at);
    this.closed.add(index);
    return { kind: 'capture', index, name, body };
  }

  private body(flags: Flags, at: number): PatternNode {
    if (++this.depth > DEEPEST) {
      throw new PatternError(at, 'groups are nested more than 250 deep; write it with fewer');
    }
    const body = this.alternatives(flags);
    this.depth--;
    if (!this.cursor.take(')')) {
      throw new PatternError(at, 'a group is never closed; add `)`, or write `\\(`');
    }
    return body;
  }

  private repeated(part: PatternNode, flags: Flags): PatternNode {
    const { cursor } = this;
    let result = part;
    let depth = 0;
    for (;;) {
      if (flags.verbose) cursor.takeMatch(IGNORED);
      const at = cursor.at;
      const counts = readQuantifier(cursor);
      if (counts === undefined) return result;
      if (++depth > MOST_QUANTIFIERS) {
        throw new PatternError(at, 'one part has more than five repetitions; write one');
      }
      const [min, max] = counts;
      const reluctant = cursor.take('?');
      result = { kind: 'repeat', body: result, min, max, lazy: reluctant !== flags.swapGreed };
      if (!reluctant && cursor.take('+')) {
        this.needsLookAround(at, 'a possessive repetition');
        result = { kind: 'atomic', body: result };
      }
    }
  }

  private needsLookAround(at: number, what: string): void {
    this.lookAround ??= { at, what };
  }
}

function inSequence(parts: readonly PatternNode[]): PatternNode {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { kind: 'sequence', parts };
}
