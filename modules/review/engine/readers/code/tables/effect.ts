/**
 * What library functions do, as data. A key is a qualified name, `{a,b}` in it standing for several; `()` is what a call or a class makes,
 * and `?` an object that nothing is known about: `'requests.{get,post}'`, `'socket.socket().connect'`, `'?.read_text'`.
 */

/**
 * Where an argument is found: a position; a name (a keyword in Python, a property of an options object in JavaScript); `this`, the object of the method;
 * `new.0`, an argument of the call that made that object; `@connect.0`, an argument of another call on the same object.
 */
export type Selector = number | string;
/** The first that is there counts, or all of them together, as the effect says. */
export type Selectors = readonly Selector[];

export interface Condition {
  readonly argument: Selectors;
  readonly names: RegExp;
}

export type Effect =
  /** An exchange over the network; the result is what was fetched. */
  | {
      readonly does: 'request';
      readonly url: Selectors;
      readonly sends?: Selectors;
      readonly credentials?: Selectors;
      readonly saves?: Selectors;
      /** For names that other libraries use as well: only where the address looks like one. */
      readonly onlyAddresses?: boolean;
    }
  /** A command line for a shell. */
  | { readonly does: 'shell'; readonly command: Selectors; readonly sends?: Selectors }
  /** A program with arguments: a list in the first, or one argument each; with a text, or the option named `shell`, a shell. */
  | {
      readonly does: 'program';
      readonly command: Selectors;
      /** List of arguments that stands apart from the program. */
      readonly args?: Selectors;
      readonly rest?: boolean;
      readonly input?: Selectors;
      /** Whether a lone text is a command line. */
      readonly splits?: boolean;
    }
  /** Text that runs as code of this language. */
  | { readonly does: 'code'; readonly code: Selectors; readonly onlyTexts?: boolean }
  /** A file or module that runs. */
  | { readonly does: 'run'; readonly path: Selectors }
  /** Bytes from which objects are made, which may run code; harmless with one of the loaders. */
  | {
      readonly does: 'deserialise';
      readonly data: Selectors;
      /** Harmless where an argument reads so. */
      readonly safe?: Condition;
      /** Harmless unless an argument reads so. */
      readonly only?: Condition;
    }
  | { readonly does: 'native'; readonly path: Selectors }
  | { readonly does: 'read'; readonly path: Selectors; readonly lists?: Listing }
  | {
      readonly does: 'write';
      readonly path: Selectors;
      readonly content: Selectors;
      /** A file whose contents are written. */
      readonly from?: Selectors;
      readonly append?: boolean;
    }
  /** Opens a file for what its mode says. */
  | {
      readonly does: 'open';
      readonly path: Selectors;
      readonly mode: Selectors;
      /** What is written to it. */
      readonly content: Selectors;
    }
  /** Sends all that comes from one stream into another: that of a file, or what a shell reads. */
  | { readonly does: 'pipe'; readonly from: Selector; readonly to: number }
  | { readonly does: 'delete'; readonly path: Selectors; readonly recursive?: boolean }
  | { readonly does: 'listen'; readonly address: Selectors }
  | { readonly does: 'environment'; readonly name: Selectors }
  /** What a person types, says, copies or sees; the name says which. */
  | { readonly does: 'observe'; readonly what: string }
  | { readonly does: 'input' }
  /** Makes a text unreadable; the result is that of all arguments. */
  | { readonly does: 'encrypt' };

/** What a function yields that lists files: their names, their whole paths, a folder with its folders and files at a time, or what matches its argument. */
export type Listing = 'names' | 'paths' | 'tree' | 'matches';

export type EffectTable = Readonly<Record<string, Effect>>;

/** A table by single names. */
export function expanded(tables: readonly EffectTable[]): ReadonlyMap<string, Effect> {
  const all = new Map<string, Effect>();
  for (const table of tables)
    for (const [pattern, effect] of Object.entries(table))
      for (const name of namesOf(pattern)) all.set(name, effect);
  return all;
}

function namesOf(pattern: string): readonly string[] {
  const [all, before = '', inside = '', after = ''] =
    /^([^{]*)\{([^}]*)\}(.*)$/s.exec(pattern) ?? [];
  if (all === undefined) return [pattern];
  return inside.split(',').flatMap((one) => namesOf(before + one + after));
}
