import { basename } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import type { LooseFile, PluginFormat } from '../../../registry/contract/plugin-format.js';
import type { RepositoryFiles, RepositoryRequest } from '../../contract/git-sources.js';
import { parseGitSource } from '../resolve/git-source.js';
import { openCatalogue } from './catalogue/open-catalogue.js';
import { MANIFESTS } from './collection/find-skills.js';
import { SkillCollection } from './collection/skill-collection.js';
import { GitRepository } from './git/git-repository.js';
import { repositoryLocation, type Location } from './location.js';
import { filesBelow, manifestOf } from './plugin-reader.js';

/** See `GitSources.read`. */
export async function repositoryFiles(
  { address, skill }: RepositoryRequest,
  format: PluginFormat,
  context: Pick<Context, 'env' | 'signal'>,
): Promise<RepositoryFiles> {
  const source = parseGitSource(address, context.env['SVC_GIT_HOST'] || undefined);
  return GitRepository.with(source, context, async (git) => {
    const location = await repositoryLocation(git);
    const manifest = manifestOf(location);
    const files =
      manifest !== undefined && MANIFESTS.includes(manifest)
        ? (await filesBelow(location)).files
        : await filesOfSkills(location, format, skill);
    return { name: basename(location.name), files };
  });
}

/** A repository that is a plugin of another vendor is a collection of skills here: nobody asks for more of it. */
async function filesOfSkills(
  location: Location,
  format: PluginFormat,
  skill: string | undefined,
): Promise<readonly LooseFile[]> {
  const open = await openCatalogue(location, format, { skillsOfRoot: true });
  const { skills } = open.catalogue;
  const offered = skills.filter(({ withheld }) => withheld === undefined);
  const names = skill === undefined ? offered.map(({ name }) => name) : [skill];
  if (names.length === 0) return [];
  const identity = { name: location.name, version: '0.0.0', source: location.source };
  const { files } = await new SkillCollection(location, format, open).pluginOf(names, identity);
  // the manifest was made here: the repository has none
  return files
    .filter(({ path }) => !MANIFESTS.includes(path))
    .map(({ path, mode, content }) => ({ path, content, executable: mode === 0o755 }));
}
