import { readInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { shownTime, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import {
  CreateApiKeyInput,
  type ApiKeyView,
  type KeyScope,
} from '../../../contract/dto/api-key.js';
import { createApiKey, listApiKeys } from '../../../contract/operations/api-keys.js';
import { teamPagesKey, type TeamFrame, type TeamPages } from '../../../contract/team-pages.js';
import { pageInput, pagerOf } from './paged.js';
import { grantableRoles, roleHint } from './role-choices.js';

const template = new URL('keys.njk', import.meta.url);
const made = new URL('key-made.njk', import.meta.url);

/** The audit log's tab of an organization, where a module has it. */
const AUDIT = 'audit';

export const scopeOf = ({ kind, name }: TeamFrame): KeyScope =>
  kind === 'workspace' ? { workspace: name } : { org: name };

/** Lists the API keys of a workspace or of a whole organization, and creates one. */
@injectable()
export class KeysPage implements Page {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: PageRequest) {
    const { invoke, query } = request;
    const frame = await this.pages.frame(request, { tab: 'keys' });
    const page = await invoke(listApiKeys, { ...scopeOf(frame), ...pageInput(query) });
    const audit = await this.pages.organizationPage(frame.organization, AUDIT, request);
    return view(template, {
      frame,
      keys: page.data.map((key) => rowOf(key, audit)),
      audited: audit !== undefined,
      roleHint,
      // an admin of an organization holds every role in all its workspaces
      roles: grantableRoles(frame.kind === 'workspace' ? frame.role : 'owner'),
      mayCreate: !frame.archived && frame.allowed.has('api_key:create'),
      mayRevoke: frame.allowed.has('api_key:delete'),
      ...pagerOf(`${frame.path}/keys`, query, page),
    });
  }

  /** Shows the value, once. Sending the form again creates no second key, and leads to the list. */
  async post(request: PageRequest) {
    const { form, invoke } = request;
    const frame = await this.pages.frame(request, { tab: 'keys', here: 'New key' });
    const input = await readInput(CreateApiKeyInput, {
      ...scopeOf(frame),
      name: form.get('name')?.trim(),
      role: form.get('role'),
      expires: form.get('expires')?.trim(),
    });
    const { value, ...key } = await invoke(createApiKey, input);
    return view(made, { frame, value, key: rowOf(key, undefined) });
  }
}

/** A key as the list shows it. */
function rowOf(key: ApiKeyView, audit: string | undefined) {
  const { id, name, role, obfuscatedValue, createdAt, expiresAt, expiresSoon } = key;
  return {
    id,
    name,
    role,
    shortened: obfuscatedValue,
    created: shownTime(createdAt),
    expires: expiresAt === null ? '' : shownTime(expiresAt),
    state: stateOf(expiresAt, expiresSoon),
    audit: audit === undefined ? '' : `${audit}?${new URLSearchParams({ actor: id }).toString()}`,
  };
}

const stateOf = (expiresAt: string | null, expiresSoon: boolean): string => {
  if (expiresAt === null) return 'never';
  return expiresSoon ? 'soon' : 'later';
};
