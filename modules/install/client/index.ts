import { defineFacet, hostKey, provideFactory } from 'svc-registry/kernel';
import { candidatesKey } from '../contract/candidates.js';
import { pluginFoldersKey } from '../../registry/contract/plugin-format.js';
import { gitSourcesKey } from '../contract/git-sources.js';
import { projectFilesKey } from '../contract/project-files.js';
import { projectTools, projectToolsKey } from './project-tools.js';

const storedFiles = () => import('./project/stored-project-files.js');

export default defineFacet({
  provides: [
    provideFactory(candidatesKey, () => ({
      of: async (sources, context) =>
        (await import('./project/named-candidates.js')).namedCandidates(sources, context),
    })),
    provideFactory(projectFilesKey, (services) => ({
      in: async (folder) => (await storedFiles()).projectFileIn(folder),
      around: async (folder) => (await storedFiles()).projectFileAround(folder),
      block: async (folder, name) => (await storedFiles()).projectBlockAround(folder, name),
      name: async (folder, name, context) =>
        (await storedFiles()).nameProject(folder, name, {
          context,
          fault: services.get(hostKey).fault,
        }),
    })),
    provideFactory(gitSourcesKey, (services) => ({
      isAddress: async (text) => (await import('./resolve/git-source.js')).isGitSource(text),
      read: async (request, context) =>
        (await import('./fetch/repository-files.js')).repositoryFiles(
          request,
          services.get(pluginFoldersKey),
          context,
        ),
    })),
    provideFactory(projectToolsKey, projectTools),
  ],
});
