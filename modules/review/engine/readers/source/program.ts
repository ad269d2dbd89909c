/** What a program does, followed from statement to statement by the names of variables, without regard to scopes and branches. */
import type { Fact, FactOf, Source } from '../../facts.js';
import { spanAt, type At, type Language, type Unit } from '../../unit.js';
import { joined, literal, nothing, union, unknown, withText, type Flow } from '../shell/flow.js';
import { ADDRESS, applied, PLAIN, type Piece } from './effects.js';
import { bracketsOf } from './brackets.js';
import { blockOf, loopOf, type Round } from './rounds.js';
import { ENVIRONMENT, HOME, INPUT } from './tables.js';
import { tokensOf, type Token } from './tokens.js';

/** Brackets inside brackets, at most. */
const DEEPEST = 60;
/** Characters of a text that was put together: a program that doubles one is an attack on the reader. */
const LONGEST = 100_000;
const ASSIGNS = new Set(['=', ':=', '<<']);
const KEYWORDS =
  /^(?:with|administrator|privileges|quoted|return|if|elsif|elif|else|unless|while|until|for|foreach|and|or|not|do|then|let|mut|var|val|const|final|my|our|local|auto|new|await|go|defer|try|throw|in|echo|print|puts|use|import|package|public|private|static)$/;

export class Program {
  readonly facts: Fact[] = [];
  readonly units: Unit[] = [];
  readonly #tokens: readonly Token[];
  readonly #closing: ReadonlyMap<number, number>;
  /** Blocks of statements that stand inside of brackets, such as functions that a call is given. */
  readonly #blocks: ReadonlyMap<number, number>;
  readonly #variables = new Map<string, Piece>();
  /** Variables that take what the statements of a block amount to. */
  #filled: readonly string[] = [];
  readonly #started: { readonly at: At; readonly words: Piece[] }[] = [];

  constructor(readonly unit: Unit) {
    this.#tokens = tokensOf(unit.text, unit.language);
    const { values, blocks } = bracketsOf(this.#tokens);
    this.#closing = values;
    this.#blocks = blocks;
  }

  run(): void {
    this.#statements(0, this.#tokens.length, 0);
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
  started(at: At, words: readonly Piece[]): Piece[] {
    const all = [...words];
    this.#started.push({ at, words: all });
    return all;
  }

  #start(at: At, words: readonly Flow[]): void {
    const [program = nothing, option, text] = words;
    this.#requests(at, words);
    const shell = /(?:^|[\\/])(?:(?:ba|z|da|a)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)$/i;
    if (words.length === 1) this.shell(program, at);
    else if (shell.test(program.text) && text !== undefined && /^[-/]/.test(option?.text ?? ''))
      this.shell(joined(words.slice(2), ' '), at);
    else this.shell(joined(words.map(quoted), ' '), at);
  }

  /** What a program that fetches and sends is given as arguments. */
  #requests(at: At, [program, ...args]: readonly Flow[]): void {
    if (program === undefined || !SENDERS.test(program.text)) return;
    const url = args.find(({ text }) => ADDRESS.test(text));
    const sends = union(args.map(({ sources }) => sources));
    if (url !== undefined && sends.length > 0)
      this.add('request', at, { ...PLAIN, tool: program.text, url, sends });
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

  #statements(first: number, last: number, depth: number): void {
    for (let from = first; from < last;) {
      const to = Math.min(this.#endOfStatement(from), last);
      this.#statement(from, to, depth);
      from = to + 1;
    }
  }

  #statement(from: number, to: number, depth: number): void {
    const round = this.#roundAt(from, to);
    const at = this.#assignment(from, round.end);
    const value = this.value(round.from ?? (at === undefined ? from : at + 1), round.end, depth);
    const names = at === undefined ? [] : [...this.#targets(from, at)];
    for (const name of names) this.#variables.set(name, value);
    for (const name of round.names) this.#variables.set(name, anyOf(value, name));
    if (round.yields && names.length > 0) this.#filled = names;
    else if (this.#filled.length > 0) this.#fill(from, value);
  }

  #roundAt(from: number, to: number): Round {
    const block = this.unit.language === 'ruby' ? blockOf(this.#tokens, from, to) : undefined;
    return loopOf(this.#tokens, from, to) ?? block ?? { names: [], end: to, yields: false };
  }

  /** What a block makes of each part of a list is in what the list becomes. */
  #fill(from: number, { sources }: Piece): void {
    if (this.#tokens[from]?.text === 'end' || this.#tokens[from - 1]?.text === '}')
      this.#filled = [];
    if (sources.length === 0) return;
    for (const name of this.#filled) {
      const known = this.#variables.get(name) ?? nothing;
      const all = union([known.sources, sources]);
      this.#variables.set(name, { ...unknown(name, all), disguised: known.disguised });
    }
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
      const next = this.#tokens[at + 1]?.text ?? '';
      const isLast = at + 1 === to || (at + 2 === to && next === ')');
      if (kind === 'word' && (isLast || /^[,:]$/.test(next))) yield nameOf(text);
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
      else if (this.#blocks.has(at)) at = this.#block(at, depth);
      else if (this.#closing.has(at) && depth < DEEPEST) {
        // the type of a list stands before it
        if (token.text === '{') pieces.length = 0;
        pieces.push(this.#brackets(at, depth + 1));
      }
    }
    return together(pieces);
  }

  /** Runs the statements of a block; answers where it ends. */
  #block(at: number, depth: number): number {
    const end = this.#blocks.get(at) as number;
    if (depth < DEEPEST) this.#statements(at + 1, end, depth + 1);
    return end;
  }

  /** What stands in brackets, and each part of a list by itself. */
  #brackets(at: number, depth: number): Piece {
    const end = this.#closing.get(at) as number;
    const items = this.#list(at + 1, end, depth);
    const [only] = items;
    if (items.length === 1 && only !== undefined) return only;
    return { ...joined(items), items };
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
    if (mark.text === '.') return true;
    return mark.text === ':' && this.#isClose(at - 1) && before?.kind === 'word';
  }

  /** Whether no blank stands around the mark, as in `object:method` and not in `key: value`. */
  #isClose(at: number): boolean {
    const [before, mark, after] = this.#tokens.slice(at - 1, at + 2);
    return mark !== undefined && before?.to === mark.from && mark.to === after?.from;
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
    return (this.#closing.get(at) ?? this.#blocks.get(at) ?? at) + 1;
  }

  #endOfStatement(from: number): number {
    let at = from;
    for (; at < this.#tokens.length; at = this.#next(at)) {
      const { kind, text } = this.#tokens[at] as Token;
      const isBrace = kind === 'mark' && (text === '{' || text === '}');
      if (isBrace && !this.#closing.has(at)) return at;
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

/** Programs that send what they are given. */
const SENDERS = /(?:^|[\\/])(?:curl|wget|http|https|xh)(?:\.exe)?$/i;

const isHome = (source: Source): boolean => source.kind === 'environment' && HOME.test(source.name);

const INTERPOLATED = /#\{\s*([$@]*\w+)[^}]{0,200}\}|\$\{?(\w+)\}?/g;

function together(pieces: readonly Piece[]): Piece {
  const value = pieces.length === 1 ? (pieces[0] as Piece) : joined(pieces);
  return value.text.length > LONGEST ? unknown('long', value.sources) : value;
}

/** One part of a list, whichever. */
function anyOf(list: Piece, name: string): Piece {
  const { items = [], sources } = list;
  return items.length < 2 ? list : { ...unknown(name, sources), items };
}

const nameOf = (text: string): string => text.replace(/^[$@%&]+/, '');

const quoted = (flow: Flow): Flow =>
  withText(flow, /^[\w./:=@%+,~-]+$/.test(flow.text) ? flow.text : `'${flow.text}'`);

/** Whether a call without brackets begins: `system "ls"`, `require 'x'`, `eval $code`. */
function startsArgument(next: Token | undefined, word: Token | undefined): boolean {
  if (next === undefined || word === undefined || next.from === word.to) return false;
  if (next.kind === 'text') return true;
  return next.kind === 'word' && /^[$\w]/.test(next.text) && !KEYWORDS.test(next.text);
}
