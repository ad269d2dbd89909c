import type { Advice } from './check-plugin.js';
import { MANIFEST_PATH } from './limits.js';
import { checkLinks } from './link-check.js';
import { warnOfOrphans } from './orphans.js';

/** Checks links between documents, and finds unreferenced files. Loads a Markdown parser, so it runs only for authors. */
export const checkReachability: Advice = (
  { tree, ignoreRules },
  { reading, components, references },
  findings,
) => {
  const linked = checkLinks({ tree, ignoreRules, findings });
  const files = new Set(
    [...components.rules, ...components.subagents, ...references].map(({ path }) => path),
  );
  for (const path of linked) files.add(path);
  if (reading.docs !== undefined) files.add(reading.docs.path);
  warnOfOrphans(tree, { files, folders: components.skills.map(({ path }) => path) }, findings);
  for (const path of tree.paths()) {
    if (path.endsWith(`/${MANIFEST_PATH}`))
      findings.warn('A plugin inside a plugin: its components are not used.', { file: path });
  }
};
