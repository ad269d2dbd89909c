import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { JOURNAL_FILE } from '../project/paths.js';

/** Commands that only read finish what an interrupted one left, so that they never show a state in between. */
export async function finishInterrupted(root: string, context: Context): Promise<void> {
  const interrupted = await access(join(root, JOURNAL_FILE)).then(
    () => true,
    () => false,
  );
  if (!interrupted) return;
  const { withProject } = await import('../engine/project-session.js');
  await withProject({ root, context }, () => Promise.resolve());
}
