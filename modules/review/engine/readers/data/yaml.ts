import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Parser,
  type CST,
  type Document,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { DataNode } from '../../data-node.js';
import { yamlTokens } from '../../../../../toolbox/yaml-tokens.js';
import { emptyRoot, rootOf, type DataDocument } from './document.js';

/** The parser takes about a second for so many characters. */
const LONGEST = 1_000_000;
/** Values that aliases may repeat in one file. */
const MOST_REPEATED = 20_000;
const DEEPEST_ALIAS = 20;

/** Documents of one file. */
const MOST_DOCUMENTS = 10_000;

/** Signs in the wrong position that are reported one by one: each takes some hundred bytes. */
const MOST_ERRORS = 1000;

/** Levels: people write ten. */
const DEEPEST = 100;

/** Reads YAML of one or several documents; tags that nobody knows are ignored. */
export function parseYaml(text: string): DataDocument {
  const nothing = { root: emptyRoot, comments: [], broken: true };
  if (text.length > LONGEST)
    return { ...nothing, unread: `it has more than ${LONGEST} characters of YAML` };
  const { comments, depth, many } = yamlTokens(text);
  if (depth > DEEPEST) return { ...nothing, unread: 'it is nested too deeply' };
  if (many) return { ...nothing, unread: 'it has too many signs of YAML' };
  const documents = documentsOf(text);
  if (documents.length > MOST_DOCUMENTS)
    return { ...nothing, unread: `it has more than ${MOST_DOCUMENTS} documents` };
  const tree = new Tree();
  const roots: DataNode[] = [];
  for (const { contents } of documents) if (contents !== null) roots.push(tree.node(contents));
  const broken = documents.some(({ errors }) => errors.length > 0);
  const root = rootOf(roots);
  return tree.exceeded
    ? { root, comments, broken, unread: 'its aliases repeat too much' }
    : { root, comments, broken };
}

/** Not `parseAllDocuments`: it looks up the line of each error, and the time for that grows with the text before it. */
function documentsOf(text: string): readonly Document[] {
  const composer = new Composer({ logLevel: 'silent', uniqueKeys: false });
  const tokens = withFewErrors(new Parser().parse(text));
  const documents: Document[] = [];
  const { stackTraceLimit } = Error;
  // an error for each sign of a broken text, and a stack for each error, would take all memory
  Error.stackTraceLimit = 0;
  try {
    for (const document of composer.compose(tokens, false, text.length))
      if (documents.push(document) > MOST_DOCUMENTS) break;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return documents;
}

function* withFewErrors(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  let errors = 0;
  for (const token of tokens) if (token.type !== 'error' || ++errors <= MOST_ERRORS) yield token;
}

class Tree {
  exceeded = false;
  readonly #anchors = new Map<string, Node>();
  #repeated = 0;
  #depth = 0;

  node(node: Node): DataNode {
    if (this.#depth > 0 && ++this.#repeated > MOST_REPEATED) this.exceeded = true;
    const range = rangeOf(node);
    if (this.exceeded) return { ...emptyRoot, ...range };
    if (isAlias(node)) return this.#alias(node.source, range);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    return this.#content(node, range);
  }

  #content(node: Node, range: Range): DataNode {
    if (isScalar(node)) return { ...scalarOf(node), ...range };
    if (isMap(node)) return this.#map(node, range);
    const items = isSeq(node) ? node.items.map((item) => this.node(item as Node)) : [];
    return { kind: 'array', items, ...range };
  }

  #map(map: YAMLMap, range: Range): DataNode {
    const entries = map.items.map(({ key, value }: Pair) => {
      const from = (key as Node).range?.[0] ?? range.from;
      const empty: DataNode = { kind: 'scalar', text: '', from, to: from };
      return {
        key: isScalar(key) ? (key.source ?? String(key.value)) : '',
        from,
        value: value === null ? empty : this.node(value as Node),
      };
    });
    return { kind: 'object', entries, ...range };
  }

  #alias(name: string, range: Range): DataNode {
    const target = this.#anchors.get(name);
    if (this.#depth >= DEEPEST_ALIAS) this.exceeded = true;
    if (target === undefined || this.exceeded) return { kind: 'scalar', text: name, ...range };
    this.#depth++;
    const node = this.node(target);
    this.#depth--;
    return node;
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
}

const rangeOf = ({ range }: Node): Range => ({ from: range?.[0] ?? 0, to: range?.[1] ?? 0 });

type Content = { readonly kind: 'string' | 'scalar'; readonly text: string };

const scalarOf = ({ value, source }: Scalar): Content =>
  typeof value === 'string'
    ? { kind: 'string', text: value }
    : { kind: 'scalar', text: source ?? '' };
