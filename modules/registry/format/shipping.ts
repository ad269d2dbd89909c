import type { LooseFile } from '../contract/plugin-format.js';
import type { Findings } from './findings.js';
import { FileTree } from './file-tree.js';
import { IgnoreRules } from './ignore-rules.js';
import { IGNORE_PATH, limits, MANIFEST_PATH } from './limits.js';
import { CollisionCheck, pathProblem } from './portable-path.js';

/** The files of a plugin, and the rules that decided about them. */
export interface Shipping {
  readonly tree: FileTree;
  readonly ignoreRules: IgnoreRules;
}

/** Checks paths, sizes and the number of files that ship. Returns `undefined` if further checks are impossible. */
export function checkShipping(
  files: readonly LooseFile[],
  findings: Findings,
): Shipping | undefined {
  const tree = new FileTree(files);
  const ignoreRules = IgnoreRules.read(tree.get(IGNORE_PATH)?.content, findings);
  checkPaths(files, findings);
  checkSizes(files, findings);
  if (findings.errors.length > 0) return undefined;
  checkIgnored(tree, ignoreRules, findings);
  return { tree, ignoreRules };
}

function checkPaths(files: readonly LooseFile[], findings: Findings): void {
  const collisions = new CollisionCheck();
  for (const { path } of files) {
    const problem = pathProblem(path);
    if (problem !== undefined)
      findings.error(`The file cannot be part of a plugin: ${problem}.`, { file: path });
    const other = collisions.add(path);
    if (other !== undefined)
      findings.error(`"${path}" and "${other}" are the same file on some systems; rename one.`, {
        file: path,
      });
  }
}

function checkSizes(files: readonly LooseFile[], findings: Findings): void {
  for (const { path, content } of files) {
    if (content.length > limits.fileBytes) {
      findings.error(
        `The file has ${content.length} bytes; at most ${limits.fileBytes} are allowed.`,
        { file: path },
      );
    }
  }
  const total = files.reduce((sum, { content }) => sum + content.length, 0);
  if (total > limits.unpackedBytes)
    findings.error(`The plugin has ${total} bytes; at most ${limits.unpackedBytes} are allowed.`, {
      file: '.',
    });
  if (files.length > limits.entries)
    findings.error(`The plugin has ${files.length} files; at most ${limits.entries} are allowed.`, {
      file: '.',
    });
}

/** An archive must not contain files that a folder would leave out, so the same rules apply to both. */
function checkIgnored(tree: FileTree, ignoreRules: IgnoreRules, findings: Findings): void {
  const verdicts = ignoreRules.verdicts(tree.paths());
  if (verdicts === undefined) {
    findings.error('The patterns take too long to match; make them simpler.', {
      file: IGNORE_PATH,
    });
    return;
  }
  for (const [path, verdict] of verdicts) {
    if (verdict === 'ships' || path === MANIFEST_PATH || path === IGNORE_PATH) continue;
    const why =
      verdict === 'pattern' ? `${IGNORE_PATH} leaves it out` : 'files of this name do not ship';
    findings.error(`The file must not be in the plugin: ${why}.`, { file: path });
  }
}
