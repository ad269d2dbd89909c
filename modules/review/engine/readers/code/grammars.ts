/** The parser and its grammars: WebAssembly from node_modules, loaded at the first use of each. */
import { createRequire } from 'node:module';
import type * as TreeSitter from 'web-tree-sitter';
import type { Language } from '../../unit.js';
import { SyntaxTree, type GrammarNames } from './syntax-tree.js';

export type CodeLanguage = Extract<Language, 'python' | 'javascript' | 'typescript' | 'tsx'>;

interface Grammar {
  readonly language: TreeSitter.Language;
  readonly names: GrammarNames;
}

let parser: Promise<TreeSitter.Parser> | undefined;
const grammars = new Map<CodeLanguage, Promise<Grammar>>();

/** The tree of a text, with errors in it where it does not follow the grammar. */
export async function parse(language: CodeLanguage, text: string): Promise<SyntaxTree> {
  const [ready, grammar] = [await (parser ??= newParser()), await grammarOf(language)];
  ready.setLanguage(grammar.language);
  const tree = ready.parse(text);
  if (tree === null) throw new Error('The parser has no language.');
  try {
    return new SyntaxTree(text, tree, grammar.names);
  } finally {
    tree.delete();
  }
}

async function newParser(): Promise<TreeSitter.Parser> {
  const { Parser } = await import('web-tree-sitter');
  await Parser.init();
  return new Parser();
}

function grammarOf(language: CodeLanguage): Promise<Grammar> {
  let grammar = grammars.get(language);
  if (grammar === undefined) grammars.set(language, (grammar = load(language)));
  return grammar;
}

async function load(name: CodeLanguage): Promise<Grammar> {
  const { Language } = await import('web-tree-sitter');
  const path = createRequire(import.meta.url).resolve(
    `@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`,
  );
  const language = await Language.load(path);
  const kinds = Array.from(
    { length: language.nodeTypeCount },
    (_, id) => language.nodeTypeForId(id) ?? '',
  );
  const named = kinds.map((_, id) => language.nodeTypeIsNamed(id));
  const fields = Array.from({ length: language.fieldCount + 1 }, (_, id) =>
    language.fieldNameForId(id),
  );
  return { language, names: { kinds, named, fields } };
}
