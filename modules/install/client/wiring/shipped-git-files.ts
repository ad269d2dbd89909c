import { posix } from 'node:path';
import type { PluginFile } from '../../../registry/contract/plugin-format.js';
import type { FetchedPlugin } from '../fetch/fetcher.js';
import { pluginFolder } from '../project/paths.js';

const MOST_NAMED = 3;
const NAMES = ['.gitignore', '.gitattributes'];

/**
 * Where plugins are committed: their own files for git that work against that, one sentence each. Git lets the deeper file win, so nothing that
 * svc writes above can undo them.
 */
export async function shippedGitFiles(
  fresh: ReadonlyMap<string, Pick<FetchedPlugin, 'contents'>>,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const [name, { contents }] of fresh) {
    const { files } = contents;
    if (!files.some(({ path }) => NAMES.includes(posix.basename(path)))) continue;
    const hidden = await hiddenFiles(files);
    if (hidden.length > 0) texts.push(hiddenText(name, hidden));
    for (const { path } of files.filter(setsAttributes)) texts.push(attributesText(name, path));
  }
  return texts;
}

/** Files of the plugin that its own `.gitignore` files keep out of git. As in git, the deepest file that has a rule for a path counts. */
async function hiddenFiles(files: readonly PluginFile[]): Promise<readonly string[]> {
  const { default: ignore } = await import('ignore');
  const rules = files
    .filter(({ path }) => posix.basename(path) === '.gitignore')
    .map(({ path, content }) => ({
      folder: posix.dirname(path) === '.' ? '' : `${posix.dirname(path)}/`,
      matcher: ignore().add(Buffer.from(content).toString('utf8')),
    }))
    .sort((a, b) => b.folder.length - a.folder.length);
  const isHidden = (path: string): boolean => {
    for (const { folder, matcher } of rules) {
      if (!path.startsWith(folder)) continue;
      const { ignored, unignored } = matcher.checkIgnore(path.slice(folder.length));
      if (ignored || unignored) return ignored;
    }
    return false;
  };
  return files.map(({ path }) => path).filter(isHidden);
}

function hiddenText(name: string, hidden: readonly string[]): string {
  const more = hidden.length - MOST_NAMED;
  const list = hidden.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `${name} ships a .gitignore by which git leaves out ${list}. Commit them with \`git add -f ${pluginFolder(name)}\`, or set "mode": "managed".`;
}

/** Whether the file makes git change the bytes of others. Comments and rules for display do not. */
function setsAttributes({ path, content }: PluginFile): boolean {
  if (posix.basename(path) !== '.gitattributes') return false;
  return Buffer.from(content)
    .toString('utf8')
    .split('\n')
    .some(
      (line) =>
        !line.startsWith('#') &&
        /\s(?:text|crlf|eol=|ident|filter=|working-tree-encoding=)/.test(line),
    );
}

const attributesText = (name: string, path: string): string =>
  `${name} ships ${path}, by which git may change line ends or contents of its files. If \`svc verify-install\` then reports them in a fresh clone, \`svc install\` restores them, or set "mode": "managed".`;
