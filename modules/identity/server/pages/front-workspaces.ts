import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  view,
  type FrontPart,
  type PageRequest,
  type Waiting,
} from '../../../web/contract/index.js';
import { listApiKeys } from '../../contract/operations/api-keys.js';
import { listInvitations } from '../../contract/operations/invitations.js';
import { whoAmI } from '../../contract/operations/sign-in.js';
import { listWorkspaces } from '../../contract/operations/workspaces.js';

const template = new URL('front-workspaces.njk', import.meta.url);
const DAY_MS = 24 * 60 * 60 * 1000;
/** Invitations that expire sooner stand on the list. */
const SOON_MS = 2 * DAY_MS;
/** Workspaces and organizations whose keys and invitations are looked at. */
const MOST = 20;

/** The workspaces of a person, and their keys and invitations that are about to expire. */
@injectable()
export class FrontWorkspaces implements FrontPart {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  async section({ invoke }: PageRequest) {
    const { organizations } = await invoke(whoAmI, {});
    const { data, next } = await invoke(listWorkspaces, {});
    const workspaces = data.map(({ name, organization, role }) => ({
      name,
      organization,
      role: role ?? 'through the organization',
    }));
    const isAdmin = organizations.some(({ role }) => role === 'admin');
    return view(template, {
      organizations,
      workspaces,
      more: next !== null,
      isAdmin,
    });
  }

  async waiting(request: PageRequest): Promise<readonly Waiting[]> {
    const waiting = [...(await this.#invitations(request)), ...(await this.#keys(request))];
    return waiting.sort((one, other) => (one.at ?? '').localeCompare(other.at ?? ''));
  }

  async #invitations({ invoke }: PageRequest): Promise<Waiting[]> {
    const { organizations } = await invoke(whoAmI, {});
    const administered = organizations.filter(({ role }) => role === 'admin').slice(0, MOST);
    const soon = this.host.clock().getTime() + SOON_MS;
    const waiting: Waiting[] = [];
    for (const { name } of administered) {
      const { data } = await invoke(listInvitations, { organization: name });
      for (const { email, expiresAt } of data)
        if (Date.parse(expiresAt) < soon)
          waiting.push({
            text: `The invitation of ${email} to ${name} is about to expire.`,
            href: `/organizations/${encodeURIComponent(name)}`,
            at: expiresAt,
          });
    }
    return waiting;
  }

  async #keys({ invoke }: PageRequest): Promise<Waiting[]> {
    const { data } = await invoke(listWorkspaces, {});
    const managed = data.filter(({ role }) => role === 'manager' || role === 'owner');
    const waiting: Waiting[] = [];
    for (const { name: workspace } of managed.slice(0, MOST)) {
      const keys = await invoke(listApiKeys, { workspace });
      for (const { name, expiresSoon, expiresAt } of keys.data)
        if (expiresSoon && expiresAt !== null)
          waiting.push({
            text: `The API key “${name}” of ${workspace} is about to expire.`,
            href: `/workspaces/${encodeURIComponent(workspace)}/keys`,
            at: expiresAt,
          });
    }
    return waiting;
  }
}
