import {
  buildExtension,
  moduleUnavailable,
  type Context,
  type Extensions,
} from 'svc-registry/kernel';
import { afterCreatePoint } from '../contract/after-create.js';

/** Hands a new plugin to the modules that install plugins. */
export async function installCreated(
  extensions: Extensions,
  folder: string,
  context: Context,
): Promise<void> {
  const takers = extensions.of(afterCreatePoint);
  if (takers.length === 0)
    throw moduleUnavailable({ module: 'install', why: `the plugin was created in ${folder}` });
  for (const taker of takers) {
    await (await buildExtension(taker)).created(folder, context);
  }
}
