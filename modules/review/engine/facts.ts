/** What programs do, in words that all languages share. Readers write facts, rules and capabilities read them. */
import type { DataNode } from './data-node.js';
import type { At, Unit } from './unit.js';

/** A text as far as it can be computed: what is unknown stands in it as `${name}`, and `dynamic` is set. */
export interface Value {
  readonly text: string;
  readonly dynamic: boolean;
}

/** Where data comes from that reaches a sink. */
export type Source =
  /** Contents fetched from an address. */
  | { readonly kind: 'network'; readonly url: Value; readonly at: At }
  /** Contents of a file; rules know which files are secret. */
  | { readonly kind: 'file'; readonly path: Value; readonly at: At }
  /** One environment variable; `*` for all of them. */
  | { readonly kind: 'environment'; readonly name: string; readonly at: At }
  /** Output of a program, such as `security find-generic-password` or `git log`. */
  | { readonly kind: 'command'; readonly name: string; readonly args: string; readonly at: At }
  /** Text that the program decodes, such as base64; `text` where it could be computed. */
  | { readonly kind: 'decoded'; readonly encoding: string; readonly text?: string; readonly at: At }
  /** What a cipher made of the other sources. */
  | { readonly kind: 'encrypted'; readonly at: At }
  /** Arguments, standard input, what a person or an agent typed. */
  | { readonly kind: 'input'; readonly at: At };

export type Fact = { readonly at: At } & (
  | {
      readonly kind: 'request';
      /** Program or function, such as `curl` or `requests.post`. */
      readonly tool: string;
      readonly url: Value;
      /** What is sent: body, query, headers, name of a host. Empty when nothing but the address is. */
      readonly sends: readonly Source[];
      /** Sources that are sent as a header or as credentials only. */
      readonly credentials: readonly Source[];
      /** File that the answer is written to. */
      readonly saves?: Value;
      /** Whether only headers are asked for, or the answer is shown or filtered and nothing more. */
      readonly shows: boolean;
      /** Whether certificates are not checked. */
      readonly insecure: boolean;
    }
  | {
      readonly kind: 'execute';
      /** Sh and its kind, a language's own eval, a program or file, a deserialiser that runs code, a native library. */
      readonly how: 'shell' | 'code' | 'program' | 'deserialise' | 'native';
      /** Such as `bash`, `eval`, `pickle.loads`, `./installer`. */
      readonly program: string;
      /** What the executed text, or file, is made of. */
      readonly sources: readonly Source[];
      /** The executed text or path, as far as it is known. */
      readonly text: Value;
      /** Whether the text is put together in a way that hides it: joined characters, reversed, looked up by a computed name. */
      readonly disguised: boolean;
    }
  | { readonly kind: 'read'; readonly path: Value }
  | {
      readonly kind: 'write';
      readonly path: Value;
      readonly append: boolean;
      /** What is written, as far as it is known. */
      readonly content: Value;
      readonly sources: readonly Source[];
    }
  | {
      readonly kind: 'delete';
      readonly path: Value;
      readonly recursive: boolean;
    }
  /** A named variable is read, or `*`. */
  | { readonly kind: 'environment'; readonly name: string }
  /** A program is started, with its arguments as one text each. Every command of a shell is one, also where it is a request or an execution. */
  | {
      readonly kind: 'run';
      readonly name: string;
      readonly args: readonly Value[];
      /** Whether it runs with the rights of root. */
      readonly elevated: boolean;
      /** Names of variables that are set for it. */
      readonly sets: readonly string[];
    }
  /** Packages are installed or run from a registry. */
  | {
      readonly kind: 'install';
      /** `npm`, `pip`, `cargo`, `gem`, `go`, `brew`, `apt`; `npx` and `uvx` count as `npm` and `pip` with `runs`. */
      readonly manager: string;
      readonly package: string;
      /** Exact version or hash, where there is one. */
      readonly pinned: boolean;
      /** Address of a git repository, archive or index other than the manager's own. */
      readonly from?: string;
      readonly runs: boolean;
    }
  /** A socket waits for connections, or a shell is bound to one. */
  | { readonly kind: 'listen'; readonly shell: boolean; readonly address: Value }
);

export type FactOf<K extends Fact['kind']> = Extract<Fact, { readonly kind: K }>;

/** Prose, as people and agents read it. */
export interface Prose {
  readonly at: At;
  /** Without markup, white space as single blanks; quotation marks stay, and so do the backticks around code. */
  readonly text: string;
  readonly kind:
    'heading' | 'paragraph' | 'item' | 'quote' | 'cell' | 'comment' | 'docstring' | 'value';
  /** Whether readers of the rendered page do not see it: HTML comments, hidden elements, link definitions used as comments. */
  readonly hidden: boolean;
  /** Headings above, outermost first. */
  readonly section: readonly string[];
  /** Number of the section within its file. */
  readonly sectionId: number;
  /** Offsets in `text` at which the second and further lines of the source begin. */
  readonly breaks?: readonly number[];
  /** Whether the headings above, or the words before, say that it shows an attack or a mistake. */
  readonly discouraged?: boolean;
}

/** A link or image of a document. */
export interface Link {
  readonly at: At;
  readonly url: string;
  readonly text: string;
  readonly image: boolean;
  readonly sectionId: number;
}

/** Sources of what functions and names of a program yield to other programs, by their names. */
export type Answers = ReadonlyMap<string, readonly Source[]>;

/** Sources of arguments, by their positions or names. */
export type Given = ReadonlyMap<number | string, readonly Source[]>;
/** What a program gives to functions of other programs, by the functions' qualified names. */
export type Handed = ReadonlyMap<string, Given>;

/** What a reader found in one unit. */
export interface Reading {
  /** Stretches in other languages: fences, commands in hooks, code in strings. */
  readonly units: readonly Unit[];
  readonly facts: readonly Fact[];
  readonly prose: readonly Prose[];
  readonly links: readonly Link[];
  /** Parsed JSON, YAML or TOML, for the rules on manifests. */
  readonly value?: DataNode;
  /** What it yields to programs that load it. */
  readonly answers?: Answers;
  /** What it gives to programs that it loads. */
  readonly handed?: Handed;
  /** Why the unit could not be read whole. Its file counts as unread then. */
  readonly unread?: string;
}

export const nothingRead: Reading = { units: [], facts: [], prose: [], links: [] };

/** Reads one language. Never throws for what a plugin holds; what cannot be parsed is read as far as it goes. */
export type Reader = (unit: Unit) => Reading | Promise<Reading>;
