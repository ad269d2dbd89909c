import type { Context, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import type { ImportSkillInput } from '../../contract/plugin-command-inputs.js';
import type { CreatedPlugin } from '../../contract/plugin-command-results.js';
import { MANIFEST_PATH } from '../../format/index.js';
import { readFolder } from '../folder/read-folder.js';
import { manifestOfSkill, workspaceOfSkill } from '../lone-skill.js';
import { saveManifest } from '../manifest-edit.js';
import { refuseOverwriting, requireSkill, sourceFolder } from '../source.js';
import { requireValid } from '../valid-plugin.js';

/** Makes a skill's folder a plugin by writing the manifest that `skill publish` would. */
@injectable()
export class ImportSkillHandler implements Handler<ImportSkillInput, CreatedPlugin> {
  async run(
    { path, workspace: named, public: isPublic, force }: ImportSkillInput,
    context: Context,
  ): Promise<CreatedPlugin> {
    const folder = await sourceFolder(context.cwd, path);
    const reading = await readFolder(folder);
    requireSkill(folder, reading.files);
    await refuseOverwriting(folder, force);
    const files = reading.files.filter((file) => file.path !== MANIFEST_PATH);
    const workspace = await workspaceOfSkill(named, context);
    const manifest = manifestOfSkill(files, {
      workspace,
      private: isPublic !== true,
      folder,
    });
    // rules that only apply to publishing are not checked: the author can fix them later
    const { contents } = requireValid(
      { ...reading, files: [...files, manifest], strict: false },
      `The plugin in ${folder}`,
    );
    await saveManifest(folder, undefined, manifest);
    return { path: folder, plugin: contents.manifest.name, files: [MANIFEST_PATH] };
  }
}
