/** What the evaluator knows of an expression. */
import type { Source, Value } from '../../facts.js';
import type { NodeId } from './syntax-tree.js';

export interface Known {
  /** The text, with `${name}` for what is unknown in it; `undefined` where it is not a text at all. */
  readonly text?: string;
  readonly dynamic: boolean;
  /** Whether the text is that of a number. */
  readonly numeric?: boolean;
  /** Whether each character stands for a byte. */
  readonly bytes?: boolean;
  readonly sources: readonly Source[];
  /** Qualified name of the module, function or object that it is: `os.system`, `socket.socket()`. */
  readonly refers?: string;
  readonly items?: readonly Known[];
  readonly entries?: ReadonlyMap<string, Known>;
  /** One of several, where each is known: items of a loop, arguments of several calls. */
  readonly alternatives?: readonly Known[];
  /** A function or class of this file. */
  readonly local?: NodeId;
  /** The call that made it. */
  readonly origin?: NodeId;
  /** Decodings that led to the text, outermost first. */
  readonly steps?: readonly string[];
  /** Whether it was put together from parts. */
  readonly folded?: boolean;
  /** Whether it was put together in a way that hides it. */
  readonly disguised?: boolean;
}

const NO_SOURCES: readonly Source[] = [];
export const UNKNOWN: Known = { dynamic: true, sources: NO_SOURCES };

/** More sources than these say no more of one value. */
const MOST_SOURCES = 64;
/** Longer texts than these come from programs that double a text again and again. */
export const LONGEST_TEXT = 4_000_000;
/** More texts than these say no more of one place. */
export const MOST_ALTERNATIVES = 64;

export const literal = (text: string, bytes = false): Known => ({
  text,
  dynamic: false,
  bytes,
  sources: NO_SOURCES,
});

/** A text that is known under a name only. */
export const placeholder = (name: string): Known => ({
  text: `\${${name}}`,
  dynamic: true,
  sources: NO_SOURCES,
});

export const fromSources = (sources: readonly Source[]): Known =>
  sources.length === 0 ? UNKNOWN : { dynamic: true, sources };

/** As the facts have it. */
export function valueOf(known: Known | undefined): Value {
  if (known === undefined) return { text: '', dynamic: true };
  return { text: textOf(known), dynamic: known.dynamic };
}

/** The text, or a sign in its place. */
export const textOf = ({ text }: Known): string => text ?? '${…}';

/** Each of the values that it may have. */
export const variantsOf = (known: Known): readonly Known[] => known.alternatives ?? [known];

/** All sources of several values, each once. */
export function sourcesOf(all: Iterable<Known | undefined>): readonly Source[] {
  let found: readonly Source[] = NO_SOURCES;
  for (const known of all) {
    if (known === undefined || known.sources.length === 0 || known.sources === found) continue;
    if (found.length === 0) found = known.sources;
    else if (found.length < MOST_SOURCES)
      found = [...new Set([...found, ...known.sources])].slice(0, MOST_SOURCES);
  }
  return found;
}

/** Each once also where a call was computed several times, for several values. */
export function distinct(sources: readonly Source[]): readonly Source[] {
  const byText = new Map<string, Source>();
  for (const source of sources) {
    const { at, ...rest } = source;
    const key = JSON.stringify([rest, at.line]);
    if (!byText.has(key)) byText.set(key, source);
  }
  return [...byText.values()];
}

/** The marks that a value keeps which was made from others. */
export function marksOf(all: readonly Known[]): Pick<Known, 'steps' | 'folded' | 'disguised'> {
  const steps = all.find((known) => known.steps !== undefined)?.steps;
  return {
    ...(steps !== undefined && { steps }),
    ...(all.some(({ folded }) => folded === true) && { folded: true }),
    ...(all.some(({ disguised }) => disguised === true) && { disguised: true }),
  };
}

/** Texts one after the other. Where parts may have several values, those of the first such part are tried. */
export function joined(parts: readonly Known[]): Known {
  const whole = joinedPlain(parts.map(plain));
  const several = parts.find(({ alternatives }) => alternatives !== undefined);
  if (several?.alternatives === undefined) return whole;
  const alternatives = several.alternatives.map((one) =>
    joinedPlain(parts.map((part) => plain(part === several ? one : part))),
  );
  return { ...whole, alternatives };
}

function joinedPlain(parts: readonly Known[]): Known {
  const sources = sourcesOf(parts);
  let length = 0;
  for (const part of parts) length += textOf(part).length;
  if (length > LONGEST_TEXT) return fromSources(sources);
  return {
    text: parts.map(textOf).join(''),
    dynamic: parts.some(({ dynamic }) => dynamic),
    bytes: parts.every(({ bytes }) => bytes === true),
    sources,
    ...marksOf(parts),
    folded: true,
  };
}

function plain(known: Known): Known {
  const { alternatives, ...one } = known;
  return alternatives === undefined ? known : one;
}

/** One of several values: known as a whole only where they agree. */
export function oneOf(all: readonly Known[], name: string): Known {
  const [first, ...rest] = all;
  if (first === undefined) return placeholder(name);
  if (rest.length === 0) return first;
  const sources = sourcesOf(all);
  const referring = all.filter(({ refers, local }) => refers !== undefined || local !== undefined);
  const [one] = referring;
  const alternatives = all
    .flatMap((known) => (known.text === undefined ? [] : variantsOf(known)))
    .slice(0, MOST_ALTERNATIVES);
  return {
    text: `\${${name}}`,
    dynamic: true,
    sources,
    ...(one?.refers !== undefined && { refers: one.refers }),
    ...(one?.local !== undefined && { local: one.local }),
    ...(one?.origin !== undefined && { origin: one.origin }),
    ...(alternatives.length > 0 && { alternatives }),
  };
}
