import type { PluginFormat } from '../../../registry/contract/plugin-format.js';
import { manifestKeys, type ProjectManifest } from './project-manifest.js';
import { MANIFEST_FILE } from './paths.js';

/** Unknown keys of svc.json are kept silently, unless they look like a misspelt known key. */
export async function warnOfMisspeltKeys(
  manifest: ProjectManifest | undefined,
  format: Pick<PluginFormat, 'nearestName'>,
  warn: (text: string) => void,
): Promise<void> {
  for (const key of manifest?.unknownKeys ?? []) {
    const meant = await format.nearestName(key, manifestKeys);
    if (meant !== undefined)
      warn(`${MANIFEST_FILE} has the unknown key "${key}"; did you mean "${meant}"?`);
  }
}
