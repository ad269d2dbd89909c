import { readInput } from 'svc-registry/dto';
import { denied } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  redirect,
  shownTime,
  view,
  type Page,
  type PageAnswer,
  type PageRequest,
} from '../../../../web/contract/index.js';
import { resetPath } from '../../../contract/code-pages.js';
import { AddOrganizationMemberInput } from '../../../contract/dto/organization.js';
import type { MemberView } from '../../../contract/dto/member.js';
import {
  addOrganizationMember,
  listOrganizationMembers,
  resetPassword,
} from '../../../contract/operations/organizations.js';
import { teamPagesKey, type TeamFrame, type TeamPages } from '../../../contract/team-pages.js';
import { listedAt } from './listed-at.js';
import { organizationRoleChoices, organizationRoleHint } from './role-choices.js';

const template = new URL('organization-member.njk', import.meta.url);
const resetMade = new URL('reset-made.njk', import.meta.url);
const permission = 'organization:manage_members';

type Request = PageRequest<'organization' | 'member'>;

/** Changes the role of a member of an organization, and makes a code with which they choose a new password. */
@injectable()
export class OrganizationMemberPage implements Page<'organization' | 'member'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: Request) {
    const { member, frame } = await this.#shown(request);
    if (!frame.allowed.has(permission))
      throw denied({ permission, hint: 'This needs the role admin of the organization.' });
    const self = member.userId === request.caller.id;
    return view(template, {
      frame,
      member,
      self,
      roles: organizationRoleChoices,
      roleHint: organizationRoleHint,
    });
  }

  async post(request: Request): Promise<PageAnswer> {
    const { form, invoke } = request;
    const { member, frame } = await this.#shown(request);
    if (form.get('do') === 'reset') return reset(request, frame, member.email);
    const input = await readInput(AddOrganizationMemberInput, {
      organization: frame.name,
      email: member.email,
      role: form.get('role'),
    });
    await invoke(addOrganizationMember, input);
    return redirect(frame.path, {
      notice: `${member.email} is ${input.role ?? 'member'} of ${frame.name} now.`,
    });
  }

  async #shown(request: Request) {
    const member = await organizationMemberIn(request);
    return { member, frame: await this.pages.frame(request, { here: member.email }) };
  }
}

async function reset({ invoke, origin }: Request, frame: TeamFrame, member: string) {
  const made = await invoke(resetPassword, { organization: frame.name, member });
  const { email, code, link, expiresAt } = made;
  return view(resetMade, {
    frame,
    email,
    link: link ?? `${origin}${resetPath(code)}`,
    expires: shownTime(expiresAt),
  });
}

/** The member that an address names. */
export const organizationMemberIn = ({ params: { organization, member }, invoke }: Request) =>
  listedAt<MemberView>(
    { kind: 'member', id: member },
    ({ userId }) => userId,
    (after) => invoke(listOrganizationMembers, { organization, ...after }),
  );
