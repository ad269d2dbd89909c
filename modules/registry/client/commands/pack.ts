import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Context, Handler } from 'svc-registry/kernel';
import { atPath } from '../../../../toolbox/file-errors.js';
import { injectable } from 'tsyringe';
import writeFileAtomic from 'write-file-atomic';
import { ifThere, isNowhere } from '../../../../toolbox/file-errors.js';
import { counted } from '../../../../toolbox/plural.js';
import type { PackInput } from '../../contract/plugin-command-inputs.js';
import type { PackResult } from '../../contract/plugin-command-results.js';
import { writeArchive } from '../../format/archive/index.js';
import { readFolder } from '../folder/read-folder.js';
import { requireManifest, sourceFolder } from '../source.js';
import { requireValid } from '../valid-plugin.js';

@injectable()
export class PackPluginHandler implements Handler<PackInput, PackResult> {
  async run({ source, output }: PackInput, { cwd, progress }: Context): Promise<PackResult> {
    const folder = await sourceFolder(cwd, source);
    await requireManifest(folder);
    const { contents, warnings } = requireValid(
      await readFolder(folder),
      `The plugin in ${folder}`,
    );
    if (warnings.length > 0)
      progress.warn(`${counted(warnings.length, 'warning')}; \`svc plugin lint\` shows details.`);
    const { name, plugin, version } = contents.manifest;
    const { archive, fingerprint } = await writeArchive(contents.files);
    const path = await outputPath(resolve(cwd, output ?? '.'), `${plugin}-${version}.tgz`);
    await atPath(path, writeFileAtomic(path, Buffer.from(archive)));
    return {
      path,
      plugin: name,
      version,
      size: archive.length,
      files: contents.files.length,
      fingerprint,
      leftOut: [...contents.leftOut],
    };
  }
}

async function outputPath(target: string, name: string): Promise<string> {
  const stats = await ifThere(stat(target), isNowhere);
  return stats?.isDirectory() === true ? join(target, name) : target;
}
