import type { Context, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import type { MigrateInput } from '../../contract/plugin-command-inputs.js';
import type { MigratedPlugin } from '../../contract/plugin-command-results.js';
import { nothingToRead, pluginInvalid } from '../../contract/plugin-errors.js';
import { vendorManifests } from '../../contract/plugin-format.js';
import { LEGACY_MANIFEST_PATH, MANIFEST_PATH } from '../../format/index.js';
import { checkReachability } from '../../format/reachability.js';
import { readFolder } from '../folder/read-folder.js';
import { checkLegacyPlugin } from '../../format/legacy-plugin.js';
import { saveManifest } from '../manifest-edit.js';
import { migrateVendorPlugin } from '../migrate-vendor.js';
import { hasFile, refuseOverwriting, sourceFolder } from '../source.js';
import { lintWarnings } from './lint.js';

/** Writes the new manifest, and what else it needs; the manifest that was read stays. */
@injectable()
export class MigratePluginHandler implements Handler<MigrateInput, MigratedPlugin> {
  async run({ path, force, workspace }: MigrateInput, context: Context): Promise<MigratedPlugin> {
    const folder = await sourceFolder(context.cwd, path);
    const isOlder = await hasFile(folder, LEGACY_MANIFEST_PATH);
    if (!isOlder && !(await hasVendorManifest(folder))) {
      const names = [LEGACY_MANIFEST_PATH, ...vendorManifests].join(', ');
      throw nothingToRead({ path: folder, what: `plugin to migrate (none of ${names})` });
    }
    await refuseOverwriting(folder, force);
    return isOlder ? migrateOlder(folder) : migrateVendorPlugin({ folder, workspace }, context);
  }
}

async function hasVendorManifest(folder: string): Promise<boolean> {
  const found = await Promise.all(vendorManifests.map((path) => hasFile(folder, path)));
  return found.includes(true);
}

/** Only if the whole plugin is valid with the new manifest. */
async function migrateOlder(folder: string): Promise<MigratedPlugin> {
  const { contents, manifest, errors, warnings } = checkLegacyPlugin({
    ...(await readFolder(folder)),
    advise: checkReachability,
  });
  if (contents === undefined || manifest === undefined) {
    throw pluginInvalid(
      { what: `The plugin in ${folder} cannot be migrated as it is; nothing was written.` },
      { issues: errors },
    );
  }
  await saveManifest(folder, undefined, manifest);
  const { name, version } = contents.manifest;
  return {
    path: folder,
    plugin: name,
    version,
    manifest: MANIFEST_PATH,
    obsolete: LEGACY_MANIFEST_PATH,
    written: [],
    warnings: lintWarnings(warnings),
    leftOut: [...contents.leftOut],
  };
}
