/** Values of a shell program, together with where they come from. */
import type { Source, Value } from '../../facts.js';

/** A text as far as it can be computed, and what it is made of. */
export interface Flow extends Value {
  readonly sources: readonly Source[];
  /** Whether it is put together in a way that hides it. */
  readonly disguised: boolean;
  /** Where it begins, for texts that stand on lines of their own, such as here-documents. */
  readonly line?: number;
}

/** Sources of one value, at most: a loop that collects everything stays small. */
const MOST_SOURCES = 32;
/** Characters of one computed text, at most: doubling a variable thirty times is an attack on the reader. */
const LONGEST = 1_000_000;

export const nothing: Flow = { text: '', dynamic: false, sources: [], disguised: false };

export function literal(text: string): Flow {
  return { text, dynamic: false, sources: [], disguised: false };
}

/** A text that is known by its name only. */
export function unknown(name: string, sources: readonly Source[] = []): Flow {
  return { text: `\${${name}}`, dynamic: true, sources, disguised: false };
}

/** The same sources and reservations with another text. */
export function withText(flow: Flow, text: string): Flow {
  if (text.length > LONGEST && text.length > flow.text.length)
    return { ...unknown('long', flow.sources), disguised: flow.disguised };
  return { text, dynamic: flow.dynamic, sources: flow.sources, disguised: flow.disguised };
}

/** The text without its first characters. */
export const from = (flow: Flow, start: number): Flow => withText(flow, flow.text.slice(start));

export function disguise(flow: Flow): Flow {
  return { ...flow, disguised: true };
}

/** Texts one after the other. */
export function joined(flows: readonly Flow[], separator = ''): Flow {
  const [first] = flows;
  if (first === undefined) return nothing;
  if (flows.length === 1) return first;
  // not `join`: a text that grows piece by piece is not copied each time
  let text = first.text;
  for (let index = 1; index < flows.length; index++)
    text += separator + (flows[index] as Flow).text;
  const sources = union(flows.map((flow) => flow.sources));
  const disguised = flows.some((flow) => flow.disguised);
  if (text.length > LONGEST) return { ...unknown('long', sources), disguised };
  return { text, dynamic: flows.some((flow) => flow.dynamic), sources, disguised };
}

/** Every source once, in order. */
export function union(lists: readonly (readonly Source[])[]): readonly Source[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  const byKey = new Map<string, Source>();
  for (const source of filled.flat()) {
    const key = keyOf(source);
    if (!byKey.has(key) && byKey.size < MOST_SOURCES) byKey.set(key, source);
  }
  return [...byKey.values()];
}

function keyOf(source: Source): string {
  switch (source.kind) {
    case 'network':
      return `network ${source.url.text}`;
    case 'file':
      return `file ${source.path.text}`;
    case 'environment':
      return `environment ${source.name}`;
    case 'command':
      return `command ${source.name} ${source.args}`;
    case 'decoded':
      return `decoded ${source.encoding} ${source.text ?? ''}`;
    case 'encrypted':
    case 'input':
      return source.kind;
  }
}

/** Encodings that a text went through, outermost first. */
export function decodings(flow: Flow): readonly string[] {
  return flow.sources.flatMap((source) => (source.kind === 'decoded' ? [source.encoding] : []));
}

/** Whether there is more to read than the name of something unknown. */
export const isReadable = ({ text, dynamic }: Flow): boolean =>
  text !== '' && !(dynamic && /^\$\{[^}]*\}$/.test(text));
