import { posix } from 'node:path';
import type { PluginFormat } from '../../../registry/contract/plugin-format.js';
import { SOLUTION } from '../bundle/open-bundle.js';
import { putFiles } from './inside/put-files.js';
import { packed } from './inside/working-folder.js';
import type { Solving } from './solver.js';

/** What the agent `oracle` needs: the reference solution, which no other agent is given. */
export async function referenceVariables(
  { agent, bundled, sandbox }: Pick<Solving, 'agent' | 'bundled' | 'sandbox'>,
  format: PluginFormat,
): Promise<Readonly<Record<string, string>>> {
  if (agent.id !== 'oracle') return {};
  const folder = posix.join(sandbox.folder, 'reference');
  const files = [...bundled.files].filter(([path]) => path.startsWith(SOLUTION));
  const own = files.map(([path, file]) => [path.slice(SOLUTION.length), file] as const);
  await putFiles(sandbox, await packed(new Map(own), format), folder);
  return { ORACLE_SOLUTION: folder };
}
