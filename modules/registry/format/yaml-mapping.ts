import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
  type Pair,
} from 'yaml';
import { yamlTokens } from '../../../toolbox/yaml-tokens.js';

const MAX_DEPTH = 32;
/** Levels by tokens, which count each key on a line as one. More could fill the stack of the parser, which can end the process. */
const MAX_TOKEN_DEPTH = 200;

/** A YAML mapping as bare values without prototypes, and the lines of its top keys. */
export interface YamlMapping {
  readonly values: ReadonlyMap<string, unknown>;
  readonly lines: ReadonlyMap<string, number>;
}

/** Why a YAML text cannot be read; the line is counted within the text, from 1. */
export interface YamlProblem {
  readonly message: string;
  readonly line: number;
}

const TOO_DEEP: YamlProblem = {
  message: `The text nests deeper than ${MAX_DEPTH} levels.`,
  line: 1,
};

class Refused extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/**
 * Reads one YAML mapping with the restrictions that untrusted text needs: no anchors, aliases, tags, duplicate keys or several
 * documents. The caller limits the size first: the parser's time grows faster than its input.
 */
export function readYamlMapping(text: string): YamlMapping | YamlProblem {
  const lineCounter = new LineCounter();
  const { depth, many } = yamlTokens(text);
  if (depth > MAX_TOKEN_DEPTH || many) return TOO_DEEP;
  try {
    // the parser's check of duplicate keys takes quadratic time; plainMap's is linear
    const document = parseDocument(text, {
      lineCounter,
      uniqueKeys: false,
      schema: 'core',
      logLevel: 'error',
    });
    return mappingOf(document, lineCounter);
  } catch (error) {
    if (error instanceof Refused)
      return { message: error.message, line: lineCounter.linePos(error.offset).line };
    throw error;
  }
}

function mappingOf(document: Document.Parsed, lineCounter: LineCounter): YamlMapping {
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined)
    throw new Refused(`The YAML cannot be read: ${wordsFor(error.message)}.`, error.pos[0]);
  const root = document.contents;
  if (!isMap(root)) throw new Refused('The YAML must be a mapping of keys to values.', 0);
  const lines = new Map<string, number>();
  for (const pair of root.items) {
    const offset = startOf(pair.key);
    lines.set(keyOf(pair), lineCounter.linePos(offset).line);
  }
  return { values: entriesOf(root.items, 1), lines };
}

function entriesOf(items: readonly Pair[], depth: number): ReadonlyMap<string, unknown> {
  const entries = new Map<string, unknown>();
  for (const pair of items) {
    const key = keyOf(pair);
    if (entries.has(key)) throw new Refused(`The key "${key}" occurs twice.`, startOf(pair.key));
    entries.set(key, plain(pair.value, depth));
  }
  return entries;
}

function keyOf(pair: Pair): string {
  const { key } = pair;
  if (!isScalar(key) || key.value === null)
    throw new Refused('Keys must be plain words.', startOf(key));
  check(key);
  return typeof key.value === 'string' ? key.value : JSON.stringify(key.value);
}

function plain(value: unknown, depth: number): unknown {
  if (!isNode(value)) return null;
  check(value);
  if (depth > MAX_DEPTH)
    throw new Refused(`The text nests deeper than ${MAX_DEPTH} levels.`, startOf(value));
  if (isSeq(value)) return value.items.map((item) => plain(item, depth + 1));
  if (!isMap(value)) return isScalar(value) ? value.value : null;
  const record = Object.create(null) as Record<string, unknown>;
  for (const [key, entry] of entriesOf(value.items, depth + 1)) record[key] = entry;
  return record;
}

function check(node: Node): void {
  if (isAlias(node) || (node as { anchor?: string }).anchor !== undefined) {
    throw new Refused('Anchors and aliases (&, *) are not allowed.', startOf(node));
  }
  if (node.tag !== undefined)
    throw new Refused(`Tags (${node.tag}) are not allowed.`, startOf(node));
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

/** Plain messages for the most frequent mistakes, since the parser's presume knowledge of its grammar. */
const plainWords: ReadonlyMap<string, string> = new Map([
  ['Missing closing "quote', 'a double quote is not closed'],
  ["Missing closing 'quote", 'a single quote is not closed'],
  [
    'Nested mappings are not allowed in compact mappings',
    'a value that holds a colon and a space must be in quotes',
  ],
  ['Implicit map keys need to be followed by map values', 'a colon is missing after a key'],
  [
    'Source contains multiple documents; please use YAML.parseAllDocuments()',
    'it holds several documents',
  ],
]);

function wordsFor(message: string): string {
  const [first = message] = message.split('\n');
  const problem = first.replace(/ at line \d+, column \d+:?$/, '').replace(/[.:]$/, '');
  return plainWords.get(problem) ?? problem;
}
