import { defineFacet, provideFactory } from 'svc-registry/kernel';
import { projectFilesKey } from '../../install/contract/project-files.js';
import { folderSourcesKey } from '../contract/folder-sources.js';
import { folderWorkspacesKey } from '../contract/folder-workspaces.js';

export default defineFacet({
  provides: [
    provideFactory(folderWorkspacesKey, (services) => ({
      of: async (request, context) =>
        (await import('./workspace.js')).workspaceAround(
          request,
          services.get(projectFilesKey),
          context,
        ),
    })),
    provideFactory(folderSourcesKey, () => ({
      of: async (folder, context) =>
        (await import('./provenance.js')).provenanceOf(folder, context),
    })),
  ],
});
