/** The texts of one skill in a bundle: what a fix may change. */
import { posix } from 'node:path';
import type { BundleFile } from '../../engine/analyse.js';

/** A Markdown file of a skill. */
export interface SkillText {
  /** Path in the bundle. */
  readonly path: string;
  /** As it stands in the file, with a byte order mark and its own line ends. */
  readonly text: string;
}

/** Whether a file makes its folder a skill. Reviews take it in any spelling. */
export const isSkillFile = (path: string): boolean => /(?:^|\/)skill\.md$/i.test(path);

/** A longer text is left alone: reading Markdown takes longer than its length. */
const MOST_BYTES = 256 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a file; `undefined` for what is no text in UTF-8, or too long. */
export function textOf({ content }: Pick<BundleFile, 'content'>): string | undefined {
  if (content.length > MOST_BYTES || content.includes(0)) return undefined;
  try {
    return decoder.decode(content);
  } catch {
    return undefined;
  }
}

/** The folders with a `SKILL.md`; empty for the root. */
export const skillFolders = (files: readonly Pick<BundleFile, 'path'>[]): readonly string[] =>
  files
    .filter(({ path }) => isSkillFile(path))
    .map(({ path }) => folderOf(path))
    .sort();

/** The files of the skill in `folder`, without those of skills that lie deeper. */
export function filesOfSkill<T extends Pick<BundleFile, 'path'>>(
  files: readonly T[],
  folder: string,
): readonly T[] {
  const deeper = skillFolders(files).filter((other) => other !== folder && isBelow(other, folder));
  return files.filter(
    ({ path }) => isBelow(path, folder) && !deeper.some((other) => isBelow(path, other)),
  );
}

/** The Markdown files of the skill in `folder`, its `SKILL.md` first. */
export function textsOfSkill(files: readonly BundleFile[], folder: string): readonly SkillText[] {
  const texts = filesOfSkill(files, folder).flatMap((file) => {
    const text = isMarkdown(file.path) ? textOf(file) : undefined;
    return text === undefined ? [] : [{ path: file.path, text }];
  });
  const isMain = ({ path }: SkillText): boolean => isSkillFile(path) && folderOf(path) === folder;
  return [...texts.filter(isMain), ...texts.filter((text) => !isMain(text))];
}

/** The files with other texts; all else is the same, also the objects. */
export function withTexts(
  files: readonly BundleFile[],
  texts: readonly SkillText[],
): readonly BundleFile[] {
  const byPath = new Map(texts.map(({ path, text }) => [path, text]));
  return files.map((file) => {
    const text = byPath.get(file.path);
    if (text === undefined || text === textOf(file)) return file;
    return { ...file, content: Buffer.from(text, 'utf8') };
  });
}

export const isMarkdown = (path: string): boolean => path.toLowerCase().endsWith('.md');

const isBelow = (path: string, folder: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`);

function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}
