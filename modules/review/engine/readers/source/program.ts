/** What a program does, followed from statement to statement by the names of variables, without regard to scopes and branches. */
import type { Fact, FactOf, Source } from '../../facts.js';
import { spanAt, type At, type Language, type Unit } from '../../unit.js';
import { joined, literal, nothing, union, unknown, withText, type Flow } from '../shell/flow.js';
import { applied, type Piece } from './effects.js';
import { ENVIRONMENT, HOME, INPUT } from './tables.js';
import { tokensOf, type Token } from './tokens.js';

/** Brackets inside brackets, at most. */
const DEEPEST = 60;
/** Characters of a text that was put together: a program that doubles one is an attack on the reader. */
const LONGEST = 100_000;
const OPENS = new Map([
  ['(', ')'],
  ['[', ']'],
]);
const ASSIGNS = new Set(['=', ':=', '<<']);
const KEYWORDS =
  /^(?:with|administrator|privileges|quoted|return|if|elsif|elif|else|unless|while|until|for|foreach|and|or|not|do|then|let|mut|var|val|const|final|my|our|local|auto|new|await|go|defer|try|throw|in|echo|print|puts|use|import|package|public|private|static)$/;

export class Program {
  readonly facts: Fact[] = [];
  readonly units: Unit[] = [];
  readonly #tokens: readonly Token[];
  readonly #closing: ReadonlyMap<number, number>;
  readonly #variables = new Map<string, Piece>();
  readonly #started: { readonly at: At; readonly words: Flow[] }[] = [];

  constructor(readonly unit: Unit) {
    this.#tokens = tokensOf(unit.text, unit.language);
    this.#closing = closingOf(this.#tokens);
  }

  run(): void {
    let from = 0;
    while (from < this.#tokens.length) {
      const to = this.#endOfStatement(from);
      this.#statement(from, to);
      from = to + 1;
    }
    for (const { at, words } of this.#started) this.#start(at, words);
  }

  add<K extends Fact['kind']>(kind: K, at: At, rest: Omit<FactOf<K>, 'kind' | 'at'>): void {
    this.facts.push({ kind, at, ...rest } as unknown as Fact);
  }

  /** A text that another language reads. */
  nest(language: Language, text: Flow, at: At): void {
    const { unit } = at;
    if (text.text.trim() !== '' && text.text !== `\${${text.text.slice(2, -1)}}`)
      this.units.push({ ...unit, language, text: text.text, line: at.line, flat: true });
  }

  /** A program whose arguments may still follow. */
  started(at: At, words: readonly Flow[]): Flow[] {
    const all = [...words];
    this.#started.push({ at, words: all });
    return all;
  }

  #start(at: At, words: readonly Flow[]): void {
    const [program = nothing, option, text] = words;
    const shell = /(?:^|[\\/])(?:(?:ba|z|da|a)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)$/i;
    if (words.length === 1) this.shell(program, at);
    else if (shell.test(program.text) && text !== undefined && /^[-/]/.test(option?.text ?? ''))
      this.shell(joined(words.slice(2), ' '), at);
    else this.shell(joined(words.map(quoted), ' '), at);
  }

  /** A text that a shell runs. */
  shell(text: Flow, at: At): void {
    const { sources, disguised } = text;
    const { text: known, dynamic } = text;
    if (sources.length > 0 || disguised)
      this.add('execute', at, {
        how: 'shell',
        program: 'sh',
        sources,
        text: { text: known, dynamic },
        disguised,
      });
    this.nest('shell', text, at);
  }

  #statement(from: number, to: number): void {
    const at = this.#assignment(from, to);
    const value = this.value(at === undefined ? from : at + 1, to);
    if (at === undefined) return;
    for (const name of this.#targets(from, at)) this.#variables.set(name, value);
  }

  /** Position of the mark that assigns, outside of brackets. */
  #assignment(from: number, to: number): number | undefined {
    for (let at = from; at < to; at = this.#next(at)) {
      const { kind, text } = this.#tokens[at] as Token;
      if (kind === 'mark' && ASSIGNS.has(text)) return at;
      if (text === 'to' && this.#tokens[from]?.text === 'set') return at;
    }
    return undefined;
  }

  *#targets(from: number, to: number): Iterable<string> {
    for (let at = from; at < to; at++) {
      const { kind, text } = this.#tokens[at] as Token;
      const next = this.#tokens[at + 1];
      if (kind === 'word' && (at + 1 === to || next?.text === ',' || next?.text === ':'))
        yield nameOf(text);
    }
  }

  /** What the tokens amount to: pieces that stand side by side are joined. */
  value(from: number, to: number, depth = 0): Piece {
    const pieces: Piece[] = [];
    for (let at = from; at < to; at = this.#next(at)) {
      const token = this.#tokens[at] as Token;
      if (token.kind === 'text') pieces.push(this.#text(token));
      else if (token.kind === 'command') this.shell(this.#text(token), this.#at(at, at));
      else if (token.kind === 'word') at = this.#word(at, to, { pieces, depth });
      else if (this.#closing.has(at) && depth < DEEPEST) {
        const inner = this.value(at + 1, this.#closing.get(at) as number, depth + 1);
        pieces.push(inner);
      }
    }
    const value = pieces.length === 1 ? (pieces[0] as Piece) : joined(pieces);
    return value.text.length > LONGEST ? unknown('long', value.sources) : value;
  }

  /** Reads a name with its arguments; answers where it ends. */
  #word(at: number, to: number, { pieces, depth }: Place): number {
    const { text } = this.#tokens[at] as Token;
    if (KEYWORDS.test(text)) return at;
    const receiver = this.#isChained(at) ? pieces.pop() : this.#receiver(text);
    const list = this.#argumentsAt(at, to);
    if (list === undefined) {
      pieces.push(this.#named(at, receiver));
      return at;
    }
    const args = depth < DEEPEST ? this.#list(list.from, list.to, depth + 1) : [];
    const call = { name: this.#called(text), args, receiver, at: this.#at(at, list.to) };
    pieces.push(applied(this.#disguised(call, text), this));
    return list.to < to ? list.to : to - 1;
  }

  /** Whether the name belongs to what stands before it. */
  #isChained(at: number): boolean {
    const mark = this.#tokens[at - 1];
    const before = this.#tokens[at - 2];
    if (mark?.kind !== 'mark') return false;
    if (mark.text === '>') return before?.text === '-';
    return mark.text === '.' || (mark.text === ':' && before?.kind === 'word');
  }

  /** The arguments of the call at the name: in brackets, or without them to the end of the statement. */
  #argumentsAt(at: number, to: number): { readonly from: number; readonly to: number } | undefined {
    const open = this.#tokens[at + 1]?.text === '!' ? at + 2 : at + 1;
    const closing = this.#tokens[open]?.text === '(' ? this.#closing.get(open) : undefined;
    if (closing !== undefined) return { from: open + 1, to: closing };
    const bare = startsArgument(this.#tokens[at + 1], this.#tokens[at]);
    return bare ? { from: at + 1, to } : undefined;
  }

  /** A variable that holds the name of a function. */
  #called(text: string): string {
    const known = text.startsWith('$') ? this.#variables.get(nameOf(text)) : undefined;
    return known === undefined || known.dynamic || known.text === '' ? text : known.text;
  }

  #disguised<T extends { readonly args: readonly Piece[] }>(call: T, text: string): T {
    if (!text.startsWith('$') || this.#variables.get(nameOf(text))?.disguised !== true) return call;
    return { ...call, args: call.args.map((one) => ({ ...one, disguised: true })) };
  }

  #list(from: number, to: number, depth: number): Piece[] {
    const all: Piece[] = [];
    let start = from;
    for (let at = from; at < to; at = this.#next(at))
      if (this.#tokens[at]?.text === ',' && this.#tokens[at]?.kind === 'mark') {
        all.push(this.value(start, at, depth));
        start = at + 1;
      }
    if (start < to) all.push(this.value(start, to, depth));
    return all;
  }

  #named(at: number, receiver: Piece | undefined): Piece {
    const { text } = this.#tokens[at] as Token;
    const source = this.#givenBy(at);
    if (source !== undefined)
      return isHome(source) ? literal('~') : unknown(nameOf(text), [source]);
    const known = this.#variables.get(nameOf(text));
    return known ?? applied({ name: text, args: [], receiver, at: this.#at(at, at) }, this);
  }

  /** What visitors or the environment put into the variable at the name. */
  #givenBy(at: number): Source | undefined {
    const { text } = this.#tokens[at] as Token;
    const place = this.#at(at, at);
    if (INPUT.test(text)) return { kind: 'input', at: place };
    if (!ENVIRONMENT.test(text)) return undefined;
    const indexed = /^[[{]$/.test(this.#tokens[at + 1]?.text ?? '');
    const name = (indexed ? this.#tokens[at + 2]?.text : undefined) ?? '*';
    return { kind: 'environment', name, at: place };
  }

  /** The variable that a method belongs to: `client` of `client.post`. */
  #receiver(text: string): Piece | undefined {
    const [name = ''] = /^[$@%&]*\w+/.exec(text) ?? [];
    return name === text ? undefined : this.#variables.get(nameOf(name));
  }

  /** A text, with the variables in it. */
  #text({ text, from }: Token): Flow {
    const quote = this.unit.text[from];
    if (quote === "'" || !/[#$]/.test(text)) return literal(text);
    const sources: (readonly Source[])[] = [];
    let dynamic = false;
    const filled = text.replaceAll(INTERPOLATED, (_, one?: string, other?: string) => {
      const name = one ?? other ?? '';
      const known = this.#variables.get(nameOf(name));
      if (known !== undefined) sources.push(known.sources);
      if (known !== undefined && !known.dynamic) return known.text;
      dynamic = true;
      return `\${${nameOf(name)}}`;
    });
    return { text: filled, dynamic, sources: union(sources), disguised: false };
  }

  #at(from: number, to: number): At {
    const last = this.#tokens[Math.min(to, this.#tokens.length - 1)] as Token;
    const first = this.#tokens[from] as Token;
    return spanAt(this.unit, first.from, Math.max(first.to, last.to));
  }

  #next(at: number): number {
    return (this.#closing.get(at) ?? at) + 1;
  }

  #endOfStatement(from: number): number {
    let at = from;
    for (; at < this.#tokens.length; at = this.#next(at)) {
      const { kind, text } = this.#tokens[at] as Token;
      if (kind === 'mark' && (text === '{' || text === '}')) return at;
      if (kind === 'end' && !(text === '\n' && this.#goesOn(at))) return at;
    }
    return at;
  }

  /** Whether the next line is a further link of a chain of calls. */
  #goesOn(at: number): boolean {
    let next = at + 1;
    while (this.#tokens[next]?.text === '\n') next++;
    const { text = '', kind } = this.#tokens[next] ?? {};
    return kind === 'mark' && (text === '.' || text === '-');
  }
}

/** Values that are being joined, and how deep in brackets. */
interface Place {
  readonly pieces: Piece[];
  readonly depth: number;
}

const isHome = (source: Source): boolean => source.kind === 'environment' && HOME.test(source.name);

const INTERPOLATED = /#\{\s*([$@]*\w+)[^}]{0,200}\}|\$\{?(\w+)\}?/g;

const nameOf = (text: string): string => text.replace(/^[$@%&]+/, '');

const quoted = (flow: Flow): Flow =>
  withText(flow, /^[\w./:=@%+,~-]+$/.test(flow.text) ? flow.text : `'${flow.text}'`);

/** Whether a call without brackets begins: `system "ls"`, `require 'x'`, `eval $code`. */
function startsArgument(next: Token | undefined, word: Token | undefined): boolean {
  if (next === undefined || word === undefined || next.from === word.to) return false;
  if (next.kind === 'text') return true;
  return next.kind === 'word' && /^[$\w]/.test(next.text) && !KEYWORDS.test(next.text);
}

function closingOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: { readonly at: number; readonly mark: string }[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'mark') continue;
    const mark = OPENS.get(text);
    if (mark !== undefined) open.push({ at, mark });
    else if (open.at(-1)?.mark === text) closing.set((open.pop() as { at: number }).at, at);
  }
  return closing;
}
