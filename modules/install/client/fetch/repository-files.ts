import { basename } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import type { LooseFile, PluginFormat } from '../../../registry/contract/plugin-format.js';
import type { RepositoryFiles, RepositoryRequest } from '../../contract/git-sources.js';
import { parseGitSource } from '../resolve/git-source.js';
import { MANIFESTS } from './collection/find-skills.js';
import { nameOfRepository } from './collection/plugin-names.js';
import { SkillCollection } from './collection/skill-collection.js';
import { GitRepository } from './git/git-repository.js';
import { filesBelow, hasManifest, repositoryFolder, type NamedFolder } from './source-reader.js';

/** See `GitSources.read`. */
export async function repositoryFiles(
  { address, skill }: RepositoryRequest,
  format: PluginFormat,
  context: Pick<Context, 'env' | 'signal'>,
): Promise<RepositoryFiles> {
  const source = parseGitSource(address, context.env['SVC_GIT_HOST'] || undefined);
  return GitRepository.with(source, context, async (git) => {
    const folder = await repositoryFolder(git);
    const fullName = nameOfRepository(source, folder.root);
    const files = hasManifest(folder)
      ? await filesBelow(folder)
      : await filesOfSkills(folder, format, { fullName, skill });
    return { name: basename(fullName), files };
  });
}

async function filesOfSkills(
  folder: NamedFolder,
  format: PluginFormat,
  { fullName, skill }: { readonly fullName: string; readonly skill: string | undefined },
): Promise<readonly LooseFile[]> {
  const collection = await SkillCollection.open(folder, format);
  if (collection.skills.length === 0) return [];
  const identity = { name: fullName, version: '0.0.0', source: folder.source };
  const { files } = await collection.pluginOf(skill === undefined ? undefined : [skill], identity);
  // the manifest was made here: the repository has none
  return files
    .filter(({ path }) => !MANIFESTS.includes(path))
    .map(({ path, mode, content }) => ({ path, content, executable: mode === 0o755 }));
}
