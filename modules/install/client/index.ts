import { defineFacet, hostKey, provideFactory } from 'svc-registry/kernel';
import { candidatesKey } from '../contract/candidates.js';
import { configFilesKey } from '../contract/config-files.js';
import { pluginFoldersKey } from '../../registry/contract/plugin-format.js';
import { gitSourcesKey } from '../contract/git-sources.js';
import { projectFilesKey } from '../contract/project-files.js';
import { once } from '../../../toolbox/once.js';
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
    provideFactory(configFilesKey, (services) => {
      const stored = once(async () => {
        const { StoredEntries } = await import('./config/stored-entries.js');
        return new StoredEntries(services.get(hostKey).fault);
      });
      return {
        root: async (...asked) => (await stored()).root(...asked),
        read: async (...asked) => (await stored()).read(...asked),
        set: async (...asked) => (await stored()).set(...asked),
        remove: async (...asked) => (await stored()).remove(...asked),
      };
    }),
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
