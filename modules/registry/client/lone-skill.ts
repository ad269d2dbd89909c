import { usageError, type Context } from 'svc-registry/kernel';
import { askForWorkspace } from '../../identity/contract/ask-for-workspace.js';
import { namedWorkspace } from '../../identity/contract/named-workspace.js';
import { pluginInvalid } from '../contract/plugin-errors.js';
import type { LooseFile } from '../contract/plugin-format.js';
import { checkPlugin, nameProblem } from '../format/index.js';
import { manifestFile } from '../format/manifest-file.js';

/** The manifest that makes a plugin of a folder with a `SKILL.md`. Throws when the skill breaks a rule. */
export function manifestOfSkill(
  files: readonly LooseFile[],
  of: { workspace: string; private: boolean; folder: string },
): LooseFile {
  const { contents, errors } = checkPlugin({ files: [...files, provisionalManifest()] });
  const [skill] = contents?.skills ?? [];
  if (skill === undefined)
    throw pluginInvalid(
      { what: `The skill in ${of.folder} breaks rules of the format.` },
      { issues: errors },
    );
  return manifestFile({
    name: `${of.workspace}/${skill.name}`,
    description: skill.description,
    private: of.private,
    skills: ['./'],
  });
}

/** The workspace of a skill without a manifest: from the option, the environment, or a question. */
export async function workspaceOfSkill(
  named: string | undefined,
  context: Context,
): Promise<string> {
  const given =
    namedWorkspace(named, context) ??
    (await askForWorkspace({ message: 'Workspace to publish to' }, context));
  const problem = nameProblem('workspace', given);
  if (problem !== undefined) throw usageError({ what: problem });
  return given;
}

/** For checks of a skill that has no manifest. */
export function provisionalManifest(): LooseFile {
  return manifestFile({
    name: 'local/skill',
    description: 'A skill.',
    private: true,
    skills: ['./'],
  });
}
