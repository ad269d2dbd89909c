import { authorizerKey, defineFacet, provide } from 'svc-registry/kernel';
import { workspaceDirectoryKey } from '../contract/access.js';
import { MembershipAuthorizer } from './access/authorizer.js';
import { StoredWorkspaceDirectory } from './workspaces/directory.js';

export default defineFacet({
  provides: [
    provide(authorizerKey, MembershipAuthorizer),
    provide(workspaceDirectoryKey, StoredWorkspaceDirectory),
  ],
});
