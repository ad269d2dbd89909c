import { posix } from 'node:path';
import { counted } from '../../../toolbox/plural.js';
import { withinTime } from '../../../toolbox/time-budget.js';
import type { Findings } from './findings.js';
import { IGNORE_PATH, limits } from './limits.js';
import type { MarkdownLink, MarkdownOutline } from '../contract/plugin-format.js';
import { outlineMarkdown } from './markdown-links.js';
import type { Shipping } from './shipping.js';
import { decodeText } from '../../../toolbox/decoded-text.js';

/** Reading Markdown is slow, and crafted text makes it very slow. */
const BUDGET_MS = 10_000;
/** May match too much (in code), but never too little. */
const LOCAL_LINK = /\](?:\(|:)\s*<?(?!https?:|mailto:)\S/i;
const ANCHOR_LINK = /\](?:\(|:)[^)\n]*#/;

export interface LinkContext extends Shipping {
  readonly findings: Findings;
}

/** A link to a path inside the plugin. */
interface LocalLink extends MarkdownLink {
  readonly file: string;
  /** The target, relative to the plugin's root. */
  readonly path: string;
  readonly anchor: string;
}

/** Checks the links of every Markdown file that ships; returns the paths that are linked to. */
export function checkLinks(context: LinkContext): ReadonlySet<string> {
  const { tree, findings } = context;
  const outlines = outlineAll(context);
  const links = [...outlines].flatMap(([file, outline]) =>
    outline.links.flatMap((link) => localLink(link, file) ?? []),
  );
  const outside = links.filter(({ path }) => path === '..' || path.startsWith('../'));
  for (const { target, file, line } of outside)
    findings.warn(`The link "${target}" leads out of the plugin.`, { file, line });
  const inside = links.filter((link) => !outside.includes(link));
  const found = inside.filter(({ path }) => tree.has(path) || tree.hasFolder(path));
  reportMissing(
    inside.filter((link) => !found.includes(link)),
    context,
  );
  for (const link of found) checkAnchor(link, outlines.get(link.path)?.anchors, findings);
  return new Set(found.map(({ path }) => path));
}

function outlineAll(context: LinkContext): ReadonlyMap<string, MarkdownOutline> {
  const outlines = new Map<string, MarkdownOutline>();
  const unread = new Set<string>();
  const left = new Set<string>();
  const finished = withinTime(BUDGET_MS, () => {
    const texts = markdownTexts(context, unread);
    for (const [path] of texts) left.add(path);
    for (const [path, text] of texts) {
      outlines.set(path, outlineMarkdown(text));
      left.delete(path);
    }
  });
  for (const path of unread)
    context.findings.warn(
      'The links of this file were not checked: it is too large or not UTF-8 text.',
      { file: path },
    );
  if (finished === undefined) warnOfTime([...left], context.findings);
  return outlines;
}

/** The file that was being read when time ran out, and how many were not reached. */
function warnOfTime([slow, ...others]: readonly string[], findings: Findings): void {
  const rest =
    others.length === 0 ? '' : `; nor were those of ${counted(others.length, 'other file')}`;
  findings.warn(
    `The links of this file were not checked: reading it took longer than ${BUDGET_MS / 1000} s${rest}.`,
    { file: slow ?? '.' },
  );
}

/** The texts to parse: those with a link inside the plugin, and those that an anchor could refer to. */
function markdownTexts(
  { tree }: LinkContext,
  unread: Set<string>,
): readonly (readonly [string, string])[] {
  const texts: [string, string][] = [];
  let left = limits.markdownTotalBytes;
  for (const { path, content } of tree
    .all()
    .filter((file) => file.path.toLowerCase().endsWith('.md'))) {
    left -= content.length;
    const text =
      content.length > limits.markdownBytes || left < 0 ? undefined : decodeText(content);
    if (text === undefined) unread.add(path);
    else texts.push([path, text]);
  }
  const hasAnchors = texts.some(([, text]) => ANCHOR_LINK.test(text));
  return texts.filter(([, text]) => hasAnchors || LOCAL_LINK.test(text));
}

function localLink({ target, line }: MarkdownLink, file: string): LocalLink | undefined {
  if (!isLocal(target)) return undefined;
  const { written, anchor } = splitAnchor(target);
  return { target, file, line, anchor, path: written === '' ? file : resolveLink(file, written) };
}

function checkAnchor(
  { target, file, line, path, anchor }: LocalLink,
  anchors: ReadonlySet<string> | undefined,
  findings: Findings,
): void {
  if (
    anchors === undefined ||
    anchor === '' ||
    anchors.has(anchor) ||
    anchors.has(anchor.toLowerCase())
  )
    return;
  findings.warn(`The link "${target}" names a heading that "${path}" does not have.`, {
    file,
    line,
  });
}

function reportMissing(
  missing: readonly LocalLink[],
  { ignoreRules, findings }: LinkContext,
): void {
  const verdicts = ignoreRules.verdicts(missing.map(({ path }) => path));
  for (const { target, file, line, path } of missing) {
    const leads = `The link "${target}" leads to "${path}"`;
    const verdict = verdicts?.get(path) ?? 'ships';
    if (verdict === 'pattern')
      findings.error(`${leads}, which ${IGNORE_PATH} leaves out.`, { file, line });
    else if (verdict === 'ships') findings.warn(`${leads}, which does not exist.`, { file, line });
    else findings.error(`${leads}, and files of this name do not ship.`, { file, line });
  }
}

/** False for addresses with a scheme or host, absolute paths of a website, and placeholders. */
function isLocal(target: string): boolean {
  return (
    target !== '' &&
    !/^[a-z][a-z0-9+.-]*:/i.test(target) &&
    !target.startsWith('/') &&
    !target.startsWith('@') &&
    !/[{}<>$*]|\.\.\./.test(target)
  );
}

function splitAnchor(target: string): { written: string; anchor: string } {
  const [withQuery = '', anchor = ''] = target.split('#', 2);
  return { written: withQuery.split('?', 1)[0] ?? '', anchor };
}

function resolveLink(file: string, written: string): string {
  return posix.join(posix.dirname(file), decoded(written)).replace(/\/$/, '');
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
