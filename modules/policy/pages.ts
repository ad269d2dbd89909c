import { contribute } from 'svc-registry/kernel';
import { teamTabsPoint } from '../identity/contract/team-pages.js';
import { pagesPoint } from '../web/contract/index.js';

const policyPage = () => import('./server/pages/policy-page.js').then((m) => m.PolicyPage);
const deletePage = () =>
  import('./server/pages/delete-policy-page.js').then((m) => m.DeletePolicyPage);

/** The same tab and pages for workspaces and for organizations. */
const pagesOf = (kind: 'workspace' | 'organization') => [
  contribute(teamTabsPoint, `policy.${kind}`, {
    title: 'Policy',
    for: kind,
    segment: 'policy',
    order: 45,
    permission: 'policy:read',
  }),
  contribute(
    pagesPoint,
    `policy.${kind}`,
    { path: `/${kind}s/:${kind}/policy`, title: 'Policy', access: 'signed-in' },
    policyPage,
  ),
  contribute(
    pagesPoint,
    `policy.${kind}.delete`,
    {
      path: `/${kind}s/:${kind}/policy/delete`,
      title: 'Remove the policies',
      access: 'signed-in',
    },
    deletePage,
  ),
];

export const pages = [...pagesOf('workspace'), ...pagesOf('organization')];
