/** A parsed file of data with positions: one shape for JSON, YAML and TOML. */

interface Range {
  /** Offsets in the unit's text. */
  readonly from: number;
  readonly to: number;
}

export type DataNode = Range &
  (
    | { readonly kind: 'object'; readonly entries: readonly DataEntry[] }
    | { readonly kind: 'array'; readonly items: readonly DataNode[] }
    | { readonly kind: 'string'; readonly text: string }
    /** Numbers, booleans, dates and null, as written. */
    | { readonly kind: 'scalar'; readonly text: string }
  );

/** One pair of an object. Keys may be there twice; agents differ in which one they take. */
export interface DataEntry {
  readonly key: string;
  /** Offset of the key. */
  readonly from: number;
  readonly value: DataNode;
}

/** The value below these keys; the last one where a key is there twice. */
export function nodeAt(
  node: DataNode | undefined,
  ...keys: readonly string[]
): DataNode | undefined {
  let at = node;
  for (const key of keys) at = entriesOf(at).findLast((entry) => entry.key === key)?.value;
  return at;
}

/** Pairs of an object, none of anything else. */
export function entriesOf(node: DataNode | undefined): readonly DataEntry[] {
  return node?.kind === 'object' ? node.entries : [];
}

/** Items of a list, none of anything else. */
export function itemsOf(node: DataNode | undefined): readonly DataNode[] {
  return node?.kind === 'array' ? node.items : [];
}

/** The text of a string. */
export function textOf(node: DataNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.text : undefined;
}

/** A string, or those of a list. */
export function textsOf(node: DataNode | undefined): readonly string[] {
  const nodes = node?.kind === 'array' ? node.items : node === undefined ? [] : [node];
  return nodes.flatMap((one) => (one.kind === 'object' || one.kind === 'array' ? [] : [one.text]));
}

/** The node and all below it, in the order of the file. */
export function* nodesBelow(node: DataNode): Iterable<DataNode> {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const below = next.kind === 'object' ? next.entries.map(({ value }) => value) : itemsOf(next);
    for (let at = below.length - 1; at >= 0; at--) open.push(below[at] as DataNode);
  }
}
