import { htmlSize, partsOf } from '../../../../../../toolbox/parts.js';
import { view, type View } from '../../../../../web/contract/index.js';
import type { ShownPlugin } from '../../../../contract/plugin-page.js';
import { sizeText } from '../../plugin/texts.js';
import type { StoredFile } from '../version-files.js';
import { kindOf, type ChangedFile, type ChangeKind } from './changed-files.js';
import type { DifferentLine } from './difference.js';
import type { NotCompared } from './differences.js';

const template = new URL('change.njk', import.meta.url);

/** Bytes of HTML that a line takes, besides its text. */
const LINE_FRAME = 45;
/** And the link to the rest of a long one, besides its address. */
const REST_FRAME = 60;

/** The two versions. */
export interface ComparedVersions {
  readonly before: ShownPlugin;
  readonly after: ShownPlugin;
  /** Address of the page. */
  readonly address: string;
}

/** Which part of a difference is shown. */
export interface ShownPart {
  /** From 1. */
  readonly part: number;
  /** Bytes of HTML. */
  readonly size: number;
  /** Whether the page is about this file alone. */
  readonly alone: boolean;
}

const badges = {
  added: { text: 'added', tone: 'good' },
  removed: { text: 'removed', tone: 'bad' },
  changed: { text: 'changed', tone: 'accent' },
} as const satisfies Record<ChangeKind, unknown>;

const reasons: Readonly<Record<NotCompared, string>> = {
  binary: 'It is no text, so its lines are not compared.',
  long: 'It is too long to be compared here.',
  mode: 'Its content is the same.',
};

/** What a list of changes says of a file. */
export const badgeOf = (change: ChangedFile) => badges[kindOf(change)];

export const fileAddress = ({ address }: ComparedVersions, { path }: ChangedFile): string =>
  `${address}?file=${encodeURIComponent(path)}`;

/** A changed file with its lines, and how many bytes of HTML these take. */
export function shownChange(
  change: ChangedFile,
  compared: readonly DifferentLine[] | NotCompared,
  at: { readonly versions: ComparedVersions } & ShownPart,
): { readonly view: View; readonly size: number } {
  const { versions, part, size, alone } = at;
  const lines = typeof compared === 'string' ? [] : compared;
  const shownLines = lines.map((line) => ({
    ...lineOf(line),
    rest: restOf(line, change, versions),
  }));
  const sizes = shownLines.map(({ text, rest }) => htmlSize(text) + LINE_FRAME + sizeOf(rest));
  const parts = partsOf(sizes, { size, entries: 2000 });
  const { start, end } = parts[part - 1] ?? parts[0] ?? { start: 0, end: 0 };
  const own = fileAddress(versions, change);
  const more = end < lines.length;
  const pages = alone
    ? { whole: '', first: start > 0 ? own : '', more: more ? `${own}&part=${part + 1}` : '' }
    : { whole: more ? own : '', first: '', more: '' };
  const shown = view(template, {
    path: change.path,
    level: alone ? 3 : 4,
    state: badgeOf(change),
    modes: modesOf(change),
    links: linksOf(change, versions),
    why: typeof compared === 'string' ? reasons[compared] : '',
    lines: shownLines.slice(start, end),
    ...pages,
  });
  return { view: shown, size: sizes.slice(start, end).reduce((sum, one) => sum + one, 0) };
}

const classes = { '+': 'add', '-': 'del', ' ': '', '@': 'gap' } as const;

const lineOf = ({ kind, before, after, text }: DifferentLine) => ({
  kind: classes[kind],
  sign: kind === '@' ? '' : kind,
  number: kind === '-' ? before : after,
  text: kind === '@' ? `line ${after}` : text,
});

/** The link to the rest of a line that is too long for a comparison, in the version that has it. */
function restOf(
  { kind, before, after, omitted }: DifferentLine,
  { path }: ChangedFile,
  versions: ComparedVersions,
) {
  if (omitted === undefined) return null;
  const [version, line] = kind === '-' ? [versions.before, before] : [versions.after, after];
  return { omitted, href: version.fileAt(path, line) };
}

const sizeOf = (rest: ReturnType<typeof restOf>): number =>
  rest === null ? 0 : htmlSize(rest.href) + REST_FRAME;

/** Whether it became a program, or no longer is one. */
function modesOf({ before, after }: ChangedFile): string {
  if (after === undefined || after.executable === (before?.executable ?? false)) return '';
  if (!after.executable) return 'no longer executable';
  return before === undefined ? 'executable' : 'now executable';
}

function linksOf({ before, after }: ChangedFile, versions: ComparedVersions) {
  const link = (file: StoredFile | undefined, { version, fileAt }: ShownPlugin) =>
    file === undefined
      ? []
      : [{ text: `${version.version}, ${sizeText(file.size)}`, href: fileAt(file.path) }];
  return [...link(before, versions.before), ...link(after, versions.after)];
}
