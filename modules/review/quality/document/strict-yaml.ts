/** YAML of front matter, read strictly, and what is wrong with it in plain words. */
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import { yamlTokens } from '../../../../toolbox/yaml-tokens.js';
import { UNQUOTED_COLON } from '../../../registry/contract/unquoted-colon.js';

/** What is wrong with front matter, and where. */
export interface FrontMatterProblem {
  readonly message: string;
  /** From 1, of the file. */
  readonly line: number;
  readonly column?: number;
  /** The line that would be right. */
  readonly corrected?: string;
}

export interface FrontMatter {
  readonly values: ReadonlyMap<string, unknown>;
  /** Lines of the file, from 1, on which the keys stand. */
  readonly lines: ReadonlyMap<string, number>;
  readonly problem?: FrontMatterProblem;
}

const MOST_BYTES = 64 * 1024;
const MOST_LINES = 1000;
/** Deeper nesting could fill the stack of the parser. */
const DEEPEST = 64;

export const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Reads the rows between the fences; the first of them is line 2 of the file. */
export function readYaml(rows: readonly string[]): FrontMatter {
  const text = rows.join('\n');
  const refused = tooMuch(rows, text);
  if (refused !== undefined)
    return { values: NOTHING, lines: NOTHING, problem: { message: refused, line: 1 } };
  const counter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: counter,
    schema: 'core',
    uniqueKeys: false,
    logLevel: 'error',
  });
  const at = (offset: number): Position => {
    const { line, col } = counter.linePos(offset);
    return { line: line + 1, column: col };
  };
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) return unread(rows, words(error.message), at(error.pos[0]));
  const { contents } = document;
  if (!isMap(contents))
    return unread(rows, 'it must be a mapping such as "name: my-skill"', { line: 2, column: 1 });
  const alias = firstAlias(contents);
  if (alias !== undefined) return unread(rows, 'anchors and aliases are not allowed', at(alias));
  return mapping(contents, rows, at);
}

function tooMuch(rows: readonly string[], text: string): string | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_BYTES)
    return `The front matter has ${bytes} bytes; at most ${MOST_BYTES} are read.`;
  if (rows.length > MOST_LINES)
    return `The front matter has ${rows.length} lines; at most ${MOST_LINES} are read.`;
  const { depth, many } = yamlTokens(text);
  return depth > DEEPEST || many
    ? `The front matter nests deeper than ${DEEPEST} levels or has too many parts.`
    : undefined;
}

function mapping(
  root: YAMLMap,
  rows: readonly string[],
  at: (offset: number) => Position,
): FrontMatter {
  const values = new Map<string, unknown>();
  const lines = new Map<string, number>();
  let problem: FrontMatterProblem | undefined;
  for (const { key, value } of root.items) {
    const position = at(startOf(key));
    const name = isScalar(key) ? String(key.value) : undefined;
    if (name === undefined || values.has(name))
      problem ??= unread(rows, keyFault(name), position).problem;
    else {
      values.set(name, isNode(value) ? (value.toJS(EMPTY_DOCUMENT) as unknown) : null);
      lines.set(name, position.line);
    }
  }
  problem ??= nestedTwice(root, rows, at);
  return { values, lines, ...(problem !== undefined && { problem }) };
}

const keyFault = (name: string | undefined): string =>
  name === undefined ? 'a key must be a plain word' : `the key "${name}" occurs twice`;

const startOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

/** `toJS` asks for the document to resolve aliases, and there are none. */
const EMPTY_DOCUMENT = parseDocument('');

function nestedTwice(
  root: YAMLMap,
  rows: readonly string[],
  at: (offset: number) => Position,
): FrontMatterProblem | undefined {
  let problem: FrontMatterProblem | undefined;
  visit(root, {
    Map(_, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : '';
        if (seen.has(name) && isNode(key) && map !== root) {
          problem = unread(rows, `the key "${name}" occurs twice`, at(key.range?.[0] ?? 0)).problem;
          return visit.BREAK;
        }
        seen.add(name);
      }
      return undefined;
    },
  });
  return problem;
}

function firstAlias(root: YAMLMap): number | undefined {
  let found: number | undefined;
  visit(root, (_, node) => {
    if (!isNode(node)) return undefined;
    const anchored = isAlias(node) || (node as { anchor?: string }).anchor !== undefined;
    if (!anchored) return undefined;
    found = node.range?.[0] ?? 0;
    return visit.BREAK;
  });
  return found;
}

function unread(rows: readonly string[], what: string, { line, column }: Position): FrontMatter {
  const quoted = correctedColon(rows);
  const problem = quoted ?? { line, column };
  const where = `${problem.line}:${problem.column}`;
  const message =
    quoted === undefined
      ? `The front matter cannot be read at ${where}: ${what}.`
      : `The front matter cannot be read at ${where}: a value that holds a colon and a blank must be in quotes.`;
  return { values: forgiven(rows), lines: NOTHING, problem: { message, ...problem } };
}

/** The first line that would be right in quotes, in quotes. */
function correctedColon(
  rows: readonly string[],
): { line: number; column: number; corrected: string } | undefined {
  for (const [index, row] of rows.entries()) {
    const [, key, value] = UNQUOTED_COLON.exec(row) ?? [];
    if (key !== undefined && value !== undefined)
      return {
        line: index + 2,
        column: row.indexOf(value) + 1,
        corrected: `${key}: ${JSON.stringify(value.trimEnd())}`,
      };
  }
  return undefined;
}

/** Name and description of front matter that is broken, to show what the report is about. */
function forgiven(rows: readonly string[]): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const row of rows) {
    const [, key, value] = /^(name|description):[ \t]+(\S.*)$/.exec(row) ?? [];
    if (key !== undefined && value !== undefined && !values.has(key)) values.set(key, value.trim());
  }
  return values;
}

/** Plain words for the most frequent mistakes, since the parser's presume knowledge of its grammar. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/Missing closing "quote/, 'a double quote is not closed'],
  [/Missing closing 'quote/, 'a single quote is not closed'],
  [/Nested mappings are not allowed/, 'a value that holds a colon and a blank must be in quotes'],
  [/Implicit map keys need to be followed/, 'a colon is missing after a key'],
  [/Tabs are not allowed|tab character/i, 'tabs are not allowed as indentation; use blanks'],
  [/multiple documents/, 'it holds several documents'],
];

function words(message: string): string {
  const [first = message] = message.split('\n');
  const known = PLAIN.find(([pattern]) => pattern.test(first));
  return known?.[1] ?? first.replace(/ at line \d+, column \d+:?$/, '').replace(/[.:]$/, '');
}
