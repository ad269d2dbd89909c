import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { JOURNAL } from '../project/paths.js';
import type { Scope } from '../project/scope.js';

/** Read-only commands also complete an interrupted command, so that they never show a half-changed state. */
export async function finishInterrupted(scope: Scope, context: Context): Promise<void> {
  if (!existsSync(join(scope.root, scope.workFolder, JOURNAL))) return;
  await context.consent?.write(scope.root);
  const { withProject } = await import('../apply/project-session.js');
  await withProject({ scope, context }, () => Promise.resolve());
}
