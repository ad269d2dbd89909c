import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import type { WorkspaceView } from '../../../contract/dto/workspace.js';
import { whoAmI } from '../../../contract/operations/sign-in.js';
import { listWorkspaces } from '../../../contract/operations/workspaces.js';
import { organizationsByAnyone } from '../../access/switches.js';

const template = new URL('workspaces.njk', import.meta.url);
const PAGE = 50;

/** Which part of the list is shown. */
interface Shown {
  readonly archived: boolean;
  readonly after?: string | undefined;
}

function addressOf({ archived, after }: Shown): string {
  const query = new URLSearchParams();
  if (archived) query.set('archived', 'on');
  if (after !== undefined) query.set('after', after);
  return query.size === 0 ? '/workspaces' : `/workspaces?${query.toString()}`;
}

const rowOf = ({ name, organization, role, archivedAt, archivedReason }: WorkspaceView) => ({
  name,
  organization,
  role: role ?? '',
  archived: archivedAt !== null,
  reason: archivedReason ?? '',
});

/** Lists the person's workspaces and organizations. */
@injectable()
export class WorkspacesPage implements Page {
  private readonly anyoneFounds: boolean;

  constructor(@inject(hostKey) { env }: HostInfo) {
    this.anyoneFounds = organizationsByAnyone(env);
  }

  async get({ query, invoke }: PageRequest) {
    const archived = query.get('archived') === 'on';
    const after = query.get('after') ?? undefined;
    const { organizations } = await invoke(whoAmI, {});
    const { data, next } = await invoke(listWorkspaces, {
      pageSize: PAGE,
      ...(archived && { includeArchived: true }),
      ...(after !== undefined && { after }),
    });
    return view(template, {
      rows: data.map(rowOf),
      organizations: organizations.map(({ name, role }) => ({ name, role: role ?? '' })),
      filters: [
        { text: 'In use', href: addressOf({ archived: false }), current: !archived },
        { text: 'With archived ones', href: addressOf({ archived: true }), current: archived },
      ],
      mayCreate: organizations.some(({ role }) => role === 'admin'),
      mayFound: this.anyoneFounds,
      more: next === null ? '' : addressOf({ archived, after: next }),
      first: after === undefined ? '' : addressOf({ archived }),
    });
  }
}
