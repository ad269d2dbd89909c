import type { Page, Renderer, TextStyle } from 'svc-registry/kernel';
import { fieldsOf } from '../../../toolbox/type-guards.js';
import type { SearchedPage, SearchHit, TextRange } from '../contract/search.js';
import type { HitKind } from '../contract/search-kinds.js';

/** A page of hits with its number. */
export interface SearchPage extends Page<SearchHit> {
  readonly meta: SearchedPage;
}

const NARROWEST = 20;
/** Characters shown before the first match where a text is cut. */
const BEFORE = 24;
const kinds: Readonly<Record<HitKind, string>> = {
  plugin: 'plugins',
  skill: 'skills',
  rule: 'rules',
  doc: 'READMEs',
};

export const searchText: Renderer<SearchPage> = ({ data, meta, next: more }, style) => {
  if (data.length === 0) return nothingText(meta);
  const hits = data.flatMap((hit) => hitLines(hit, style));
  const next = style.dim(`Details: svc info ${data[0]?.plugin ?? '<plugin>'}`);
  return [
    ...hits,
    ...pageLines(meta, { shown: data.length, more: more !== null }).map((line) => style.dim(line)),
    next,
  ].join('\n');
};

function nothingText({ query, kind, workspace, org, signedIn, page }: SearchedPage): string {
  if (page > 1) return `There is no page ${page}.`;
  const what = query === undefined ? '' : ` for ${query.includes('"') ? query : `"${query}"`}`;
  const where =
    workspace === undefined
      ? org && ` of the organization "${org}"`
      : ` of the workspace "${workspace}"`;
  return `Nothing found${what} among the ${signedIn ? '' : 'public '}${kinds[kind]}${where ?? ''}.`;
}

function pageLines(
  { page, limit, total, capped }: SearchedPage,
  { shown, more }: { readonly shown: number; readonly more: boolean },
): readonly string[] {
  if (page === 1 && !more) return [];
  const first = (page - 1) * limit + 1;
  const all =
    capped === true
      ? ` of the best ${total}; add words to find the others`
      : total && ` of ${total}`;
  return [
    `Hits ${first} to ${first + shown - 1}${all ?? ''}.${more ? ` The next page: --page ${page + 1}` : ''}`,
  ];
}

function hitLines(hit: SearchHit, style: TextStyle): readonly string[] {
  const label =
    hit.kind === 'plugin'
      ? style.bold(hit.plugin)
      : `${style.bold(hit.name)} ${style.dim(`${hit.kind} of ${hit.plugin}`)}`;
  const lock = hit.private ? style.dim(' private') : '';
  const ranges = hit.matches?.find(({ field }) => field === 'description')?.ranges ?? [];
  const inText = hit.matches?.find(({ field }) => field === 'text')?.words ?? [];
  return [
    `${label}${style.dim(`@${hit.version}`)}${lock}${style.dim(factLabels(hit))}`,
    `  ${excerpt(hit.description, ranges, style)}`,
    ...(inText.length === 0 ? [] : [style.dim(`  further in: ${inText.join(', ')}`)]),
  ];
}

/** What modules say of the version in a few words. */
const factLabels = ({ facts = {} }: SearchHit): string =>
  Object.values(facts)
    .map((fact) => fieldsOf(fact)['label'])
    .filter((label) => typeof label === 'string')
    .map((label) => `  ${label}`)
    .join('');

/** One line of a text, from its beginning or from shortly before the first match, with matches in bold. */
function excerpt(text: string, ranges: readonly TextRange[], style: TextStyle): string {
  const room = Math.max(NARROWEST, style.width - 2);
  const pieces = piecesOf(text, ranges);
  const plain = pieces.map((piece) => piece.text).join('');
  if (plain.length <= room) return pieces.map((piece) => shown(piece, style)).join('');
  // matches and other pieces alternate
  const first = pieces.findIndex(({ found }) => found);
  const before = first === 1 ? (pieces[0]?.text.length ?? 0) : 0;
  const start =
    before + (pieces[first]?.text.length ?? 0) < room ? 0 : Math.max(0, before - BEFORE);
  return (
    (start === 0 ? '' : '…') + cut(pieces, { start, room: room - (start === 0 ? 1 : 2) }, style)
  );
}

interface Piece {
  readonly text: string;
  readonly found: boolean;
}

const shown = ({ text, found }: Piece, style: TextStyle): string =>
  found ? style.bold(text) : text;

/** Splits a text into matches and the text between. Collapses white space. */
function piecesOf(text: string, ranges: readonly TextRange[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const add = (end: number, found: boolean): void => {
    const piece = text.slice(at, end).replace(/\s+/g, ' ');
    if (piece !== '') pieces.push({ text: piece, found });
    at = end;
  };
  for (const { start, end } of ranges) {
    add(start, false);
    add(end, true);
  }
  add(text.trimEnd().length, false);
  return pieces;
}

function cut(
  pieces: readonly Piece[],
  { start, room }: { readonly start: number; readonly room: number },
  style: TextStyle,
): string {
  let skip = start;
  let left = room;
  const parts = pieces.map(({ text, found }) => {
    const part = text.slice(skip, skip + left);
    skip = Math.max(0, skip - text.length);
    left -= part.length;
    return shown({ text: part, found }, style);
  });
  return `${parts.join('')}…`;
}
