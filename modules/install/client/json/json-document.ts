import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type JSONPath,
  type Node,
  type ParseError,
  type ParseErrorCode,
} from 'jsonc-parser';
import type { ErrorIssue, SvcError } from 'svc-registry/kernel';
import { positionAt } from '../../../../toolbox/text-position.js';
import { isRecord } from '../../../../toolbox/type-guards.js';
import { projectFileInvalid } from '../../contract/errors.js';
import { indentUnit } from './text-style.js';

export const BOM = '\uFEFF';
/** Longer files are not edited. */
export const MAX_CHARS = 4_000_000;

/**
 * `json`: files of svc, which other programs read too: exactly what JSON.parse accepts, without duplicate keys.
 * `jsonc`: files of agents, which accept comments, trailing commas and duplicate keys.
 */
type Dialect = 'json' | 'jsonc';

/** A JSON file of the project with the position of every value. A file with any error is never edited. */
export class JsonDocument {
  private readonly problems: ErrorIssue[] = [];

  private constructor(
    /** The file's name in messages: relative to the project. */
    readonly file: string,
    readonly text: string,
    private readonly dialect: Dialect,
    private readonly value: unknown,
    private knownRoot?: Node,
  ) {}

  /** Throws `project_file_invalid` when the text is not one object of the dialect. */
  static parse(file: string, text: string, dialect: Dialect = 'json'): JsonDocument {
    const plain = text.length > MAX_CHARS ? undefined : readPlainJson(text);
    if (plain !== undefined) return new JsonDocument(file, text, dialect, plain);
    const { root, problems } = parseSafely(text, dialect);
    if (root === undefined || problems.length > 0)
      throw invalidFile(
        file,
        problems.map((problem) => ({ file, ...problem })),
      );
    const value: unknown = dialect === 'json' ? JSON.parse(text) : getNodeValue(root);
    const document = new JsonDocument(file, text, dialect, value, root);
    if (root.type !== 'object')
      document.problem(
        [],
        `must be an object in braces, not ${root.type === 'array' ? 'an array' : `a ${root.type}`}`,
      );
    if (dialect === 'json') document.findDoubledKeys(root, []);
    document.throwProblems();
    return document;
  }

  /** The document after an edit of its text. */
  withText(text: string): JsonDocument {
    return JsonDocument.parse(this.file, text, this.dialect);
  }

  get root(): Node {
    this.knownRoot ??= parseSafely(this.text, this.dialect).root;
    if (this.knownRoot === undefined) throw new Error(`${this.file} was sound JSON and is not`);
    return this.knownRoot;
  }

  /** The value at a path; `undefined` when there is none. */
  get(path: JSONPath): unknown {
    return path.reduce<unknown>(memberOf, this.value);
  }

  node(path: JSONPath): Node | undefined {
    return path.length === 0 ? this.root : findNodeAtLocation(this.root, [...path]);
  }

  /** Whether there is an object at a path. */
  hasObject(path: JSONPath): boolean {
    return isRecord(this.get(path));
  }

  /** The members of the object at a path. */
  members(path: JSONPath): readonly (readonly [string, unknown])[] {
    const value = this.get(path);
    return isRecord(value) ? Object.entries(value) : [];
  }

  /** A problem of the value at a path, with its position, or of what it is missing from. */
  issue(path: JSONPath, message: string): ErrorIssue {
    return {
      file: this.file,
      ...positionAt(this.text, this.nearest(path).offset),
      ...(path.length > 0 && { field: fieldName(path) }),
      message,
    };
  }

  private nearest(path: JSONPath): Node {
    return this.node(path) ?? this.nearest(path.slice(0, -1));
  }

  /** Records that the value at a path breaks a rule. */
  problem(path: JSONPath, message: string): void {
    this.problems.push(this.issue(path, message));
  }

  /** Throws one error with all recorded problems. */
  throwProblems(): void {
    if (this.problems.length > 0) throw invalidFile(this.file, this.problems);
  }

  private findDoubledKeys(node: Node, path: JSONPath): void {
    if (node.type === 'array')
      node.children?.forEach((child, index) => {
        this.findDoubledKeys(child, [...path, index]);
      });
    if (node.type !== 'object') return;
    const seen = new Set<string>();
    for (const [key, value] of propertiesOf(node)) {
      if (seen.has(key))
        this.problems.push({
          file: this.file,
          ...positionAt(this.text, value.offset),
          field: fieldName([...path, key]),
          message: 'is there twice',
        });
      seen.add(key);
      this.findDoubledKeys(value, [...path, key]);
    }
  }
}

function memberOf(value: unknown, part: string | number): unknown {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) !== (typeof part === 'number')
  )
    return undefined;
  return Object.hasOwn(value, part)
    ? (value as Readonly<Record<string | number, unknown>>)[part]
    : undefined;
}

/**
 * The object in a text that is formatted as programs write it, which therefore has no comments and no duplicate keys.
 * `undefined` for any other text. Much faster than the parser that records positions.
 */
export function readPlainJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const written = JSON.stringify(value, null, indentUnit(text));
    return isRecord(value) && written === text.trimEnd().replaceAll('\r\n', '\n')
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}

export function invalidFile(file: string, issues: readonly ErrorIssue[]): SvcError {
  return projectFileInvalid({ file, problems: issues.length }, { issues });
}

/** Key and value nodes of an object node. */
export function propertiesOf(node: Node): readonly (readonly [string, Node])[] {
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key === undefined || value === undefined ? [] : [[String(key.value), value] as const];
  });
}

function parseSafely(
  text: string,
  dialect: Dialect,
): { root: Node | undefined; problems: readonly ErrorIssue[] } {
  if (text.startsWith(BOM))
    return asAWhole(
      'begins with a byte order mark, which JSON does not allow. Save it as UTF-8 without one',
    );
  if (text.trim() === '') return asAWhole('is empty');
  if (text.length > MAX_CHARS) return asAWhole(`is longer than ${MAX_CHARS} characters`);
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, {
      disallowComments: dialect === 'json',
      allowTrailingComma: dialect === 'jsonc',
    });
    const problems = oncePerPosition(errors).map((error) => problemOf(text, error));
    return root === undefined && problems.length === 0
      ? asAWhole('holds no value')
      : { root, problems };
  } catch (error) {
    // the parser recurses: thousands of levels overflow its stack
    if (!(error instanceof RangeError)) throw error;
    return asAWhole('is nested too deeply');
  }
}

function asAWhole(message: string): { root: undefined; problems: readonly ErrorIssue[] } {
  return { root: undefined, problems: [{ line: 1, column: 1, message }] };
}

/** The parser reports an early end once for every open level; one report is enough. */
function oncePerPosition(errors: readonly ParseError[]): readonly ParseError[] {
  return errors.filter(
    ({ offset }, index) => errors.findIndex((other) => other.offset === offset) === index,
  );
}

const CONFLICT = /^([<=>|])\1{6}(?:\s|$)/;

function reasonAt(text: string, offset: number, error: ParseErrorCode): string {
  if (CONFLICT.test(text.slice(offset))) return 'git has left a merge conflict here';
  const code = printParseErrorCode(error);
  return code === 'InvalidCommentToken'
    ? 'comments are not allowed'
    : code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function problemOf(text: string, { error, offset }: ParseError): ErrorIssue {
  const before = text.slice(0, offset).trimEnd();
  if (before.endsWith(',') && /[}\]]/.test(text[offset] ?? ''))
    return {
      ...positionAt(text, before.length - 1),
      message: 'is not valid JSON: there is a comma after the last entry',
    };
  return {
    ...positionAt(text, offset),
    message: `is not valid JSON: ${reasonAt(text, offset, error)}`,
  };
}

function fieldName(path: JSONPath): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    if (!/^[\w-]+$/.test(part)) return `${name}["${part}"]`;
    return name === '' ? part : `${name}.${part}`;
  }, '');
}
