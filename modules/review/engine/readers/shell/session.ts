/** The state of one shell program while it is read, and what is found. */
import {
  nothingRead,
  type Fact,
  type FactOf,
  type Reading,
  type Source,
  type Value,
} from '../../facts.js';
import type { At, Language, Unit } from '../../unit.js';
import { decodings, isReadable, joined, literal, nothing, unknown, type Flow } from './flow.js';
import { languageOf } from '../../files/language-of.js';
import { baseOf, resolved } from './paths.js';

/** One command with its arguments, ready to be understood. */
export interface Call {
  /** Without its folder where that is a usual one. */
  readonly name: string;
  readonly args: readonly Flow[];
  /** Standard input; undefined where it is the terminal. */
  readonly input: Flow | undefined;
  /** Variables that are set for it. */
  readonly sets: readonly string[];
  readonly elevated: boolean;
  readonly at: At;
  /** File that its output goes to. */
  readonly saves: Flow | undefined;
  /** Names of the commands after it in the pipeline. */
  readonly next: readonly string[];
  /** Whether its output becomes a value. */
  readonly captured: boolean;
}

/** Understands one command; the answer is its output, undefined where nothing is known of it. */
export type Handler = (call: Call, session: Session) => Flow | undefined;

export interface Variable {
  readonly value: Flow;
  readonly items?: readonly Flow[];
}

/** Elements of one array, at most: they are copied with each that is added. */
const MOST_ITEMS = 256;

export const listOf = (items: readonly Flow[]): Variable => ({
  items: items.slice(0, MOST_ITEMS),
  value: items[0] ?? nothing,
});

/** Text that the program writes into a file, piece by piece. */
interface WrittenText {
  readonly path: string;
  content: Flow;
  readonly at: At;
}

type Fill<K extends Fact['kind']> = Omit<FactOf<K>, 'kind' | 'at'>;

/** Nested texts of one unit, in characters and in depth: programs that write programs end somewhere. */
const MOST_NESTED = 20_000_000;
const DEPTH = 6;
/** Characters that commands work on, counted each time. */
const MOST_TEXT = 30_000_000;
/** What a word costs besides its characters. */
const WORD = 16;
const TOO_MUCH = 'its commands work on too much text that is put together';
const TOO_DEEP = `it has programs in programs, more than ${DEPTH} levels deep or too many of them`;

export class Session {
  readonly facts: Fact[] = [];
  readonly units: Unit[] = [];
  readonly variables = new Map<string, Variable>();
  readonly aliases = new Map<string, string>();
  /** Repositories by the names that the program gave them. */
  readonly remotes = new Map<string, Flow>();
  /** Named pipes. */
  readonly pipes = new Set<string>();
  /** What its functions put out, as far as that is known. */
  readonly answers = new Map<string, readonly Source[]>();
  /** Descriptors that were opened to a connection. */
  readonly descriptors = new Map<string, Flow>();
  /** What the program wrote into files, by path; a folder ends with `/`. */
  readonly #files = new Map<string, Flow>();
  readonly #written = new Map<string, WrittenText>();
  readonly #texts: WrittenText[] = [];
  #nested = 0;
  #spent = 0;
  #depth = 0;
  /** Why not everything was read. */
  unread: string | undefined;
  /** The folder it is in, as far as it went somewhere. */
  folder = '';

  constructor(
    readonly unit: Unit,
    /** Reads shell text in the same state; the answer is its output. */
    private readonly interpret: (text: string, at: At, input: Flow | undefined) => Flow,
    /** Understands a command, also one that another command starts. */
    readonly dispatch: (call: Call) => Flow,
  ) {}

  add<K extends Fact['kind']>(kind: K, at: At, fact: Fill<K>): void {
    this.facts.push({ kind, at, ...fact } as unknown as Fact);
  }

  /** Gives a variable a value; the shell itself runs that of some. */
  assign(name: string, value: Flow, at: At): void {
    this.variables.set(name, { value });
    if (name === 'PROMPT_COMMAND') this.run(value, at);
  }

  /** Reads text that the program gives to a shell. */
  run(program: Flow, at: At, input?: Flow): Flow {
    const { text, sources } = program;
    this.#nested += text.length;
    if (this.#depth >= DEPTH || this.#nested > MOST_NESTED) {
      this.unread = TOO_DEEP;
      return unknown('output', sources);
    }
    const names = program.dynamic ? this.#placeholders(text) : [];
    for (const name of names) this.variables.set(name, { value: unknown(name, sources) });
    this.#depth++;
    try {
      return this.interpret(text, at, input);
    } finally {
      this.#depth--;
      for (const name of names) this.variables.delete(name);
    }
  }

  /** Names that stand in a text for what could not be computed; they are no variables of the inner program. */
  #placeholders(text: string): readonly string[] {
    const found = new Set(Array.from(text.matchAll(/\$\{(\w+)\}/g), ([, name = '']) => name));
    return [...found].filter((name) => !this.variables.has(name));
  }

  /** Text in another language, or text that came out of a decoding. */
  nest(language: Language, flow: Flow, at: At): void {
    this.#nested += flow.text.length;
    if (this.#nested > MOST_NESTED) {
      this.unread = TOO_DEEP;
      return;
    }
    const { unit } = this;
    this.units.push({
      ...unit,
      language,
      text: flow.text,
      line: flow.line ?? at.line,
      decoded: [...unit.decoded, ...decodings(flow)],
    });
  }

  /** A path as it is meant, from the folder that the program went to. */
  path(flow: Flow): Flow {
    return resolved(this.folder, flow);
  }

  /** What is in a file: what was written there, or the file itself as a source. */
  contentOf(path: Flow, at: At): Flow {
    const full = this.path(path);
    const own = this.#files.get(full.text) ?? this.#inFolder(full.text);
    if (own !== undefined) return own;
    const file: Source = { kind: 'file', path: plain(full), at };
    return unknown(baseOf(full.text), [file, ...full.sources]);
  }

  /** Whether the program wrote exactly this file. */
  stored(path: Flow): boolean {
    return this.#files.has(this.path(path).text);
  }

  /** What the program itself put there; undefined for files that it did not write. */
  written(path: Flow): Flow | undefined {
    const full = this.path(path).text;
    return this.#files.get(full) ?? this.#inFolder(full);
  }

  #inFolder(path: string): Flow | undefined {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const found = this.#files.get(path.slice(0, at + 1));
      if (found !== undefined) return found;
    }
    return path.startsWith('/') || path.startsWith('~') ? undefined : this.#files.get('');
  }

  /** Remembers what a file holds; the path of a folder ends with `/`. */
  store(path: Flow, content: Flow, append = false): void {
    const full = this.path(path).text;
    const before = append ? this.#files.get(full) : undefined;
    this.#files.set(full, before === undefined ? content : joined([before, content]));
  }

  /** Reads a file and answers what is in it. */
  read(path: Flow, at: At): Flow {
    this.add('read', at, { path: plain(this.path(path)) });
    return this.contentOf(path, at);
  }

  /** Writes a file, for the facts and for what reads it later. */
  write(path: Flow, content: Flow, { at, append = false }: { at: At; append?: boolean }): void {
    const { sources } = content;
    const full = plain(this.path(path));
    this.add('write', at, { path: full, append, content: plain(content), sources });
    this.store(path, content, append);
    this.#remember(full.text, content, { at, append });
  }

  #remember(path: string, content: Flow, { at, append }: { at: At; append: boolean }): void {
    if (!isReadable(content)) return;
    const last = this.#written.get(path);
    if (append && last !== undefined) last.content = joined([last.content, content], '\n');
    else {
      const fresh = { path, content, at };
      this.#written.set(path, fresh);
      this.#texts.push(fresh);
    }
  }

  /** Counts text that is about to be worked on; false once it is too much: the same text again and again. */
  spend(flows: readonly Flow[]): boolean {
    for (const { text } of flows) this.#spent += text.length + WORD;
    if (this.#spent <= MOST_TEXT) return true;
    this.unread = TOO_MUCH;
    return false;
  }

  /** Says why a text is not read; the answer is what it puts out then. */
  stop(reason: string): Flow {
    this.unread ??= reason;
    return nothing;
  }

  /** All that was found. */
  reading(): Reading {
    const { facts, units, answers, unread } = this;
    return { ...nothingRead, facts, units, answers, ...(unread !== undefined && { unread }) };
  }

  /** Reads what the program wrote into files, in the languages of those files. */
  finish(): void {
    for (const { path, content, at } of this.#texts) {
      const language = languageOf(path, content.text);
      if (language !== 'text') this.nest(language, content, at);
    }
  }
}

/** The text only. */
export function plain({ text, dynamic }: Flow): Value {
  return { text, dynamic };
}

/** All arguments as one text. */
export const textOf = (call: Pick<Call, 'args'>): Flow =>
  call.args.length === 0 ? literal('') : joined(call.args, ' ');
