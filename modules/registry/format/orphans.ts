import type { Findings } from './findings.js';
import type { FileTree } from './file-tree.js';
import { IGNORE_PATH, MANIFEST_PATH, TOOL_SERVERS_PATH } from './limits.js';

/** Files that are found by convention. */
const CONVENTIONAL_FILES =
  /^(?:readme|license|licence|copying|notice|changelog|changes|contributing|security|code_of_conduct|tile)(?:\.[a-z]+)?$/i;
/** Folders whose files are found by convention. */
const CONVENTIONAL_FOLDERS = ['.svc-plugin', 'hooks', 'commands', 'evals', 'verifiers', 'docs'];
const SHOWN = 20;

/** Warns of files that ship although no component holds them and no document links to them. */
export function warnOfOrphans(
  tree: FileTree,
  known: { readonly files: ReadonlySet<string>; readonly folders: readonly string[] },
  findings: Findings,
): void {
  const folders = [...known.folders, ...CONVENTIONAL_FOLDERS];
  const within = (path: string): boolean =>
    folders.some((folder) => folder === '.' || path.startsWith(`${folder}/`));
  const orphans = tree
    .paths()
    .filter((path) => ![MANIFEST_PATH, TOOL_SERVERS_PATH, IGNORE_PATH].includes(path))
    .filter((path) => !known.files.has(path) && !within(path) && !CONVENTIONAL_FILES.test(path));
  for (const path of orphans.slice(0, SHOWN)) {
    findings.warn(
      `Nothing in the plugin refers to this file; link to it, or leave it out with ${IGNORE_PATH}.`,
      { file: path },
    );
  }
  if (orphans.length > SHOWN) {
    findings.warn(
      `${orphans.length - SHOWN} more files are referred to by nothing in the plugin.`,
      {
        file: orphans[SHOWN],
      },
    );
  }
}
