import { parseTOML, type AST } from 'toml-eslint-parser';

type Key = readonly (string | number)[];

/** A keyed element of a TOML text and its position. Offsets into the text. */
export interface TomlPosition {
  /** A table with its header, a pair on a line of its own, or a pair inside an inline table. */
  readonly kind: 'table' | 'line' | 'inline';
  /** From the root; elements of arrays of tables are numbers. */
  readonly key: Key;
  readonly start: number;
  readonly end: number;
  /** Its neighbours in its inline table. */
  readonly previous?: TomlPosition | undefined;
  readonly next?: { readonly start: number } | undefined;
  /** The extent of its value if that is an inline table. */
  readonly inline?: { readonly start: number; readonly lastEnd: number | undefined } | undefined;
}

/** Every position in a valid text in the file's order: tables before their pairs, inline tables before theirs. */
export function tomlPositions(text: string): readonly TomlPosition[] {
  const [top] = parseTOML(text).body;
  return top.body.flatMap((item) =>
    item.type === 'TOMLTable' ? positionsOfTable(item) : positionsOfPair(item, [], 'line'),
  );
}

/** True when `key` is `path` or stands below it. */
export function isWithin(key: Key, path: Key): boolean {
  return key.length >= path.length && path.every((part, index) => key[index] === part);
}

function positionsOfTable({
  resolvedKey: key,
  range: [start, end],
  body,
}: AST.TOMLTable): readonly TomlPosition[] {
  return [
    { kind: 'table', key, start, end },
    ...body.flatMap((pair) => positionsOfPair(pair, key, 'line')),
  ];
}

function positionsOfPair(
  pair: AST.TOMLKeyValue,
  base: Key,
  kind: 'line' | 'inline',
): readonly TomlPosition[] {
  const [start, end] = pair.range;
  const key = [
    ...base,
    ...pair.key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value)),
  ];
  if (pair.value.type !== 'TOMLInlineTable') return [{ kind, key, start, end }];
  const { body, range } = pair.value;
  const inline = { start: range[0] + 1, lastEnd: body.at(-1)?.range[1] };
  return [{ kind, key, start, end, inline }, ...positionsOfMembers(body, key)];
}

function positionsOfMembers(
  pairs: readonly AST.TOMLKeyValue[],
  base: Key,
): readonly TomlPosition[] {
  const members = pairs.map((pair) => positionsOfPair(pair, base, 'inline'));
  return members.flatMap(([member, ...below], index) => {
    if (member === undefined) return [];
    return [
      { ...member, previous: members[index - 1]?.[0], next: members[index + 1]?.[0] },
      ...below,
    ];
  });
}
