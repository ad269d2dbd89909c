import { Composer, Parser, type Document, type Node, type YAMLError } from 'yaml';
import type { Mistake } from '../../problem.js';
import { emptyObject, type ReadDocument } from '../document.js';
import { scanYaml } from './scan-yaml.js';
import { explainYaml } from './yaml-errors.js';
import { YamlTree } from './yaml-tree.js';

/** Documents and mistakes in one file that are looked at: each takes memory, and one is too many. */
const MOST = 100;

/** Reads one document of YAML 1.2 with the core schema: `yes` and `on` are texts. */
export function readYaml(text: string): ReadDocument {
  const { refused, stop } = scanYaml(text);
  if (stop !== undefined) return { root: undefined, mistakes: [stop], usable: false };
  const [first, second] = documentsOf(text);
  const errors = syntaxMistakes([...(first?.errors ?? []), ...(second?.errors ?? [])]);
  const mistakes = [...refused, ...errors.mistakes];
  if (second !== undefined) mistakes.push(secondDocument(text, second));
  const contents = first?.contents as Node | null | undefined;
  if (errors.fatal) return { root: undefined, mistakes, usable: false };
  if (contents === null || contents === undefined)
    return { root: emptyObject(text), mistakes, usable: true };
  const tree = new YamlTree();
  const root = tree.root(contents);
  const usable = tree.usable && refused.length === 0;
  return { root: orEmpty(root, text), mistakes: [...mistakes, ...tree.mistakes], usable };
}

/** As for every field, null is no value. */
const orEmpty = (root: ReadDocument['root'], text: string): ReadDocument['root'] =>
  root?.kind === 'null' ? emptyObject(text) : root;

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

function* withFewErrors(
  text: string,
): Generator<ReturnType<Parser['next']> extends Generator<infer T> ? T : never> {
  let errors = 0;
  for (const token of new Parser().parse(text))
    if (token.type !== 'error' || ++errors <= MOST) yield token;
}

/** Mistakes up to the first behind which the parser guesses; what it reports then may be a consequence. */
function syntaxMistakes(errors: readonly YAMLError[]): { mistakes: Mistake[]; fatal: boolean } {
  const sorted = errors.toSorted((one, other) => one.pos[0] - other.pos[0]);
  const fatal = sorted.findIndex(({ code }) => code !== 'BAD_DQ_ESCAPE');
  const reported = fatal === -1 ? sorted : sorted.slice(0, fatal + 1);
  const mistakes = reported.map(({ code, message, pos }) => ({
    path: [],
    at: pos[0],
    ...explainYaml(code, message),
  }));
  return { mistakes, fatal: fatal !== -1 };
}

function secondDocument(text: string, { range }: Document): Mistake {
  const from = range[0];
  const mark = text.lastIndexOf('---', from);
  return {
    path: [],
    at: mark === -1 ? from : mark,
    message: 'The file has more than one document of YAML.',
    hint: 'Keep one of them, and remove the line "---" between them.',
  };
}
