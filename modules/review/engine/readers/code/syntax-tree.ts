/** A syntax tree in flat arrays. The parser's memory is freed as soon as the tree is copied, and walking the tree allocates nothing. */
import type { Tree } from 'web-tree-sitter';

/** Index of a node in its tree; parents come before children. */
export type NodeId = number;
export const NONE = -1;

/** What a grammar says of its kinds of nodes and fields. */
export interface GrammarNames {
  readonly kinds: readonly string[];
  readonly named: readonly boolean[];
  readonly fields: readonly (string | null)[];
}

/** Holds named nodes only; operators between them are read from the text. */
export class SyntaxTree {
  readonly #kind: Uint16Array;
  readonly #field: Uint16Array;
  readonly #start: Uint32Array;
  readonly #end: Uint32Array;
  readonly #parent: Int32Array;
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  /** Number of nodes. */
  readonly size: number;

  constructor(
    readonly text: string,
    tree: Tree,
    readonly names: GrammarNames,
  ) {
    const most = tree.rootNode.descendantCount + 1;
    this.#kind = new Uint16Array(most);
    this.#field = new Uint16Array(most);
    this.#start = new Uint32Array(most);
    this.#end = new Uint32Array(most);
    this.#parent = new Int32Array(most).fill(NONE);
    this.#first = new Int32Array(most).fill(NONE);
    this.#next = new Int32Array(most).fill(NONE);
    this.size = this.#fill(tree);
  }

  #fill(tree: Tree): number {
    const cursor = tree.walk();
    /** The last child that was added to the node of each level; the root's level is 0. */
    const [nodes, lastChildren]: [NodeId[], NodeId[]] = [[], [NONE]];
    let size = 0;
    for (let more = true; more; more = advance(cursor, nodes, lastChildren)) {
      const kind = cursor.nodeTypeId;
      if (this.names.named[kind] !== true && kind !== 0xffff) {
        nodes.push(NONE);
        lastChildren.push(NONE);
        continue;
      }
      const node = size++;
      this.#kind[node] = kind;
      this.#field[node] = cursor.currentFieldId;
      this.#start[node] = cursor.startIndex;
      this.#end[node] = cursor.endIndex;
      this.#link(node, nodes.at(-1) ?? NONE, lastChildren);
      nodes.push(node);
      lastChildren.push(NONE);
    }
    cursor.delete();
    return size;
  }

  #link(node: NodeId, parent: NodeId, lastChildren: NodeId[]): void {
    this.#parent[node] = parent;
    const sibling = lastChildren[lastChildren.length - 1] as NodeId;
    if (sibling !== NONE) this.#next[sibling] = node;
    else if (parent !== NONE) this.#first[parent] = node;
    lastChildren[lastChildren.length - 1] = node;
  }

  kind(node: NodeId): string {
    return this.names.kinds[this.#kind[node] as number] ?? 'ERROR';
  }

  /** Number of the kind, an index of `names.kinds`. */
  kindId(node: NodeId): number {
    return this.#kind[node] as number;
  }

  start(node: NodeId): number {
    return this.#start[node] ?? 0;
  }

  end(node: NodeId): number {
    return this.#end[node] ?? 0;
  }

  textOf(node: NodeId): string {
    return this.text.slice(this.start(node), this.end(node));
  }

  parent(node: NodeId): NodeId {
    return this.#parent[node] ?? NONE;
  }

  first(node: NodeId): NodeId {
    return this.#first[node] ?? NONE;
  }

  next(node: NodeId): NodeId {
    return this.#next[node] ?? NONE;
  }

  fieldName(node: NodeId): string | null {
    return this.names.fields[this.#field[node] as number] ?? null;
  }

  /** The child in a field, or `NONE`. */
  field(node: NodeId, name: string): NodeId {
    for (let child = this.first(node); child !== NONE; child = this.next(child))
      if (this.fieldName(child) === name) return child;
    return NONE;
  }

  /** Named children without comments. */
  children(node: NodeId): NodeId[] {
    const all: NodeId[] = [];
    for (let child = this.first(node); child !== NONE; child = this.next(child))
      if (this.kind(child) !== 'comment') all.push(child);
    return all;
  }
}

/** To the next node in order of the text; false at the end. */
function advance(cursor: ReturnType<Tree['walk']>, nodes: NodeId[], last: NodeId[]): boolean {
  if (cursor.gotoFirstChild()) return true;
  for (;;) {
    nodes.pop();
    last.pop();
    if (cursor.gotoNextSibling()) return true;
    if (!cursor.gotoParent()) return false;
  }
}
