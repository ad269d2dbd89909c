import type { Context, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import type { MigrateInput } from '../../contract/plugin-command-inputs.js';
import type { MigratedPlugin } from '../../contract/plugin-command-results.js';
import { nothingToRead, pluginInvalid } from '../../contract/plugin-errors.js';
import { LEGACY_MANIFEST_PATH, MANIFEST_PATH } from '../../format/index.js';
import { checkReachability } from '../../format/reachability.js';
import { readFolder } from '../folder/read-folder.js';
import { checkLegacyPlugin } from '../../format/legacy-plugin.js';
import { saveManifest } from '../manifest-edit.js';
import { hasFile, refuseOverwriting, sourceFolder } from '../source.js';
import { lintWarnings } from './lint.js';

/** Writes the new manifest if the whole plugin is valid with it; the older one stays for reference. */
@injectable()
export class MigratePluginHandler implements Handler<MigrateInput, MigratedPlugin> {
  async run({ path, force }: MigrateInput, { cwd }: Context): Promise<MigratedPlugin> {
    const folder = await sourceFolder(cwd, path);
    if (!(await hasFile(folder, LEGACY_MANIFEST_PATH)))
      throw nothingToRead({ path: folder, what: LEGACY_MANIFEST_PATH });
    await refuseOverwriting(folder, force);
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
      warnings: lintWarnings(warnings),
    };
  }
}
