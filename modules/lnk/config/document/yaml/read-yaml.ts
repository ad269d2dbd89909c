import { Composer, Parser, type CST, type Document, type YAMLError } from 'yaml';
import type { Mistake, Path } from '../../problem.js';
import { emptyObject, MOST_MISTAKES, type ReadDocument } from '../document.js';
import type { DocumentNode } from '../node.js';
import { scanYaml } from './scan-yaml.js';
import { explainYaml, NESTING } from './yaml-errors.js';
import { YamlTree } from './yaml-tree.js';

/** Reads one document of YAML 1.2 with the core schema: `yes` and `on` are texts. */
export function readYaml(text: string): ReadDocument {
  const { refused, stop } = scanYaml(text);
  if (stop !== undefined) return { root: undefined, mistakes: [stop], usable: false };
  const [first, second] = documentsOf(text);
  const errors = syntaxMistakes([first, second].flatMap((document) => document?.errors ?? []));
  const tree = new YamlTree();
  const root = rootOf(first, { tree, text });
  const mistakes = [...refused, ...errors.mistakes].map(
    ({ within, ...mistake }: SyntaxMistake) => ({
      ...mistake,
      path: pathAt(root, within ?? mistake.at),
    }),
  );
  if (errors.fatal) return { root: undefined, mistakes, usable: false };
  if (second !== undefined) mistakes.push(secondDocument(text, first));
  const usable = tree.usable && refused.length === 0;
  return { root, mistakes: [...mistakes, ...tree.mistakes], usable };
}

interface Read {
  readonly tree: YamlTree;
  readonly text: string;
}

function rootOf(document: Document | undefined, { tree, text }: Read): DocumentNode | undefined {
  const contents = document?.contents;
  if (contents === null || contents === undefined) return emptyObject(text);
  const root = tree.root(contents);
  // as for every field, null is no value
  return root?.kind === 'null' ? emptyObject(text) : root;
}

/** The path of the innermost value that begins before an offset. */
function pathAt(root: DocumentNode | undefined, at: number): Path {
  const path: (string | number)[] = [];
  for (let node = root; node !== undefined;) {
    const [key, below] = lastBefore(node, at);
    if (key !== undefined) path.push(key);
    node = below;
  }
  return path;
}

function lastBefore(
  node: DocumentNode,
  at: number,
): readonly [string | number | undefined, DocumentNode | undefined] {
  if (node.kind === 'object') {
    const member = node.members.findLast(({ from }) => from <= at);
    return [member?.key, member?.value];
  }
  if (node.kind !== 'list' || at < node.from) return [undefined, undefined];
  const index = node.items.findLastIndex(({ from }) => from <= at);
  return index === -1 ? [undefined, undefined] : [index, node.items[index]];
}

/** Not `parseAllDocuments`: it looks up the line of each error, and the time for that grows with the text before it. */
function documentsOf(text: string): readonly Document[] {
  // repeated keys are found by the tree: the parser compares each key with each other
  const composer = new Composer({ logLevel: 'silent', uniqueKeys: false });
  const documents: Document[] = [];
  const { stackTraceLimit } = Error;
  // an error for each sign of a broken text, and a stack for each error, would take all memory
  Error.stackTraceLimit = 0;
  try {
    for (const document of composer.compose(withFewErrors(text), true, text.length))
      if (documents.push(document) >= 2) break;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return documents;
}

function* withFewErrors(text: string): Generator<CST.Token> {
  let errors = 0;
  for (const token of new Parser().parse(text))
    if (token.type !== 'error' || ++errors <= MOST_MISTAKES) yield token;
}

interface SyntaxMistake extends Mistake {
  /** An offset in the value that it belongs to, if that is another. */
  readonly within?: number;
}

interface SyntaxMistakes {
  readonly mistakes: readonly SyntaxMistake[];
  readonly fatal: boolean;
}

/** Mistakes up to the first behind which the parser guesses; what it reports then may be a consequence. */
function syntaxMistakes(errors: readonly YAMLError[]): SyntaxMistakes {
  const sorted = errors.toSorted((one, other) => one.pos[0] - other.pos[0]);
  const fatal = sorted.findIndex(({ code }) => code !== 'BAD_DQ_ESCAPE');
  const reported = fatal === -1 ? sorted : sorted.slice(0, fatal + 1);
  const mistakes = reported.map(({ code, message, pos }) => ({
    path: [],
    at: pos[0],
    within: NESTING.has(code) ? pos[0] - 1 : pos[0],
    ...explainYaml(code, message),
  }));
  return { mistakes, fatal: fatal !== -1 };
}

function secondDocument(text: string, first: Document | undefined): Mistake {
  const end = first?.range?.[1] ?? 0;
  const [mark, ended] = [/^---/m, /^\.\.\.\s*/m].map((pattern) => pattern.exec(text.slice(end)));
  const behind = mark?.index ?? (ended?.index ?? 0) + (ended?.[0].length ?? 0);
  return {
    path: [],
    at: end + behind,
    message: 'The file has more than one document of YAML.',
    hint: 'Keep one of them, and remove the line "---" between them.',
  };
}
