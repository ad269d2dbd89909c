import { authorizerKey, defineFacet, provide } from 'svc-registry/kernel';
import { workspaceDirectoryKey } from '../contract/access.js';
import { teamPagesKey } from '../contract/team-pages.js';
import { MembershipAuthorizer } from './access/authorizer.js';
import { TeamFrames } from './pages/team/team-frames.js';
import { StoredWorkspaceDirectory } from './workspaces/directory.js';

export default defineFacet({
  provides: [
    provide(authorizerKey, MembershipAuthorizer),
    provide(workspaceDirectoryKey, StoredWorkspaceDirectory),
    provide(teamPagesKey, TeamFrames),
  ],
});
