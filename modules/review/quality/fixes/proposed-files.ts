/** The files that a model's proposal makes of a skill. Its answer is untrusted: nothing is left out that a check must see. */
import type { BundleFile } from '../../engine/analyse.js';
import { shown } from '../../engine/shown.js';
import type { SkillData } from '../judge/skill-data.js';
import type { Proposal } from './improver-question.js';
import type { Candidate } from './optimise.js';
import { textOf } from './skill-texts.js';

const LONGEST_CHANGE = 500;

/** The same objects stand for files that stay as they are. `data` is what the model was shown. */
export function proposedFiles(
  files: readonly BundleFile[],
  { files: proposed, changes }: Proposal,
  { leftOut }: Pick<SkillData, 'leftOut'>,
): Candidate<readonly BundleFile[]> {
  const texts = new Map(proposed.map(({ path, text }) => [path, text]));
  const there = new Set(files.map(({ path }) => path));
  const changed = files.map((file) => replaced(file, texts.get(file.path)));
  // a new path and one that was named twice both make another file, which the check of the candidate names
  const seen = new Set<string>();
  const others = proposed.filter(({ path }) => {
    const isFirst = there.has(path) && !seen.has(path);
    seen.add(path);
    return !isFirst;
  });
  const unread = leftOut.find(({ path }) => texts.has(path));
  return {
    files: [...changed, ...others.map(({ path, text }) => added(shown(path), text))],
    changes: changes.map((change) => shown(change, LONGEST_CHANGE)),
    ...(unread !== undefined && {
      dropped: `It replaces "${shown(unread.path)}", which the model was not shown whole.`,
    }),
  };
}

function replaced(file: BundleFile, text: string | undefined): BundleFile {
  const old = textOf(file) ?? '';
  if (text === undefined || text === old) return file;
  return { ...file, content: Buffer.from(inFormOf(old, text), 'utf8') };
}

const added = (path: string, text: string): BundleFile => ({
  path,
  mode: 0o644,
  content: Buffer.from(text, 'utf8'),
  role: 'reference',
});

/** Models answer with their own line ends, and rarely with a byte order mark or the last line end. */
function inFormOf(old: string, text: string): string {
  const lines = text.replace(/^\u{feff}/u, '').replace(/\r\n?/g, '\n');
  const ended = old.endsWith('\n') && !/\n$|^$/.test(lines) ? `${lines}\n` : lines;
  const body = old.includes('\r\n') ? ended.replaceAll('\n', '\r\n') : ended;
  return old.startsWith('\u{feff}') ? `\u{feff}${body}` : body;
}
