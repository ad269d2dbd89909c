import { resolve } from 'node:path';
import {
  usageError,
  type Context,
  type Extensions,
  extensionsKey,
  type Handler,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { NewSkillInput } from '../../contract/plugin-command-inputs.js';
import type { CreatedPlugin } from '../../contract/plugin-command-results.js';
import { isSkillName } from '../../format/index.js';
import { installCreated } from '../install-created.js';
import { manifestFile } from '../../format/manifest-file.js';
import { provisionalManifest } from '../lone-skill.js';
import { requiredName } from '../plugin-ref.js';
import { createFolder, skillFile, someText } from '../scaffold.js';

const nameProblem = (answer: string): string | undefined =>
  isSkillName(answer)
    ? undefined
    : 'A skill name has at most 64 lower-case letters, digits and single hyphens between them.';

@injectable()
export class NewSkillHandler implements Handler<NewSkillInput, CreatedPlugin> {
  constructor(@inject(extensionsKey) private readonly extensions: Extensions) {}

  async run(input: NewSkillInput, context: Context): Promise<CreatedPlugin> {
    const { ask, cwd } = context;
    refuseWithoutWorkspace(input);
    const name =
      input.name ??
      (await ask.text({ message: 'Name of the skill', flag: '--name', check: nameProblem }));
    const description =
      input.description ??
      (await ask.text({
        message: 'What does it do, and when should it be used?',
        flag: '--description',
        check: someText,
      }));
    const skill = skillFile({ name, description }, '.');
    const plugin = input.workspace === undefined ? null : `${input.workspace}/${name}`;
    if (plugin !== null) requiredName(plugin);
    const manifest =
      plugin === null
        ? undefined
        : manifestFile({
            name: plugin,
            description,
            private: input.public !== true,
            skills: ['./'],
          });
    const files = manifest === undefined ? [skill] : [manifest, skill];
    const folder = resolve(cwd, input.path ?? `skills/${name}`);
    await createFolder({ folder, parameter: '--path' }, files, [
      skill,
      manifest ?? provisionalManifest(),
    ]);
    if (input.install === true) await installCreated(this.extensions, folder, context);
    return { path: folder, plugin, files: files.map(({ path }) => path) };
  }
}

function refuseWithoutWorkspace({ workspace, public: isPublic, install }: NewSkillInput): void {
  const flag = isPublic === true ? '--public' : '--install';
  if (workspace === undefined && (isPublic === true || install === true)) {
    throw usageError({
      what: `${flag} needs --workspace: a skill without a workspace gets no manifest.`,
    });
  }
}
