import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { JOURNAL } from '../project/paths.js';
import type { Scope } from '../project/scope.js';

/** Commands that only read finish what an interrupted one left, so that they never show a state in between. */
export async function finishInterrupted(scope: Scope, context: Context): Promise<void> {
  if (!existsSync(join(scope.root, scope.workFolder, JOURNAL))) return;
  await context.consent?.write(scope.root);
  const { withProject } = await import('../apply/project-session.js');
  await withProject({ scope, context }, () => Promise.resolve());
}
