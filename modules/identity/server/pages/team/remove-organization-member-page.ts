import { readInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { counted } from '../../../../../toolbox/plural.js';
import { redirect, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { unlessGone } from '../../../../web/contract/unless-gone.js';
import type { LeaverReport } from '../../../contract/dto/leaver.js';
import { RemoveOrganizationMemberInput } from '../../../contract/dto/organization.js';
import { removeOrganizationMember } from '../../../contract/operations/organizations.js';
import { teamPagesKey, type TeamPages } from '../../../contract/team-pages.js';
import { organizationMemberIn } from './organization-member-page.js';

const template = new URL('remove-organization-member.njk', import.meta.url);

type Request = PageRequest<'organization' | 'member'>;

/** Asks before somebody is removed from an organization, which cannot be undone. */
@injectable()
export class RemoveOrganizationMemberPage implements Page<'organization' | 'member'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: Request) {
    const member = await organizationMemberIn(request);
    const frame = await this.pages.frame(request, { here: 'Remove' });
    return view(template, { frame, member, self: member.userId === request.caller.id });
  }

  async post(request: Request) {
    const { params, form, invoke } = request;
    const { name, path } = await this.pages.frame(request);
    const successor = form.get('successor')?.trim() ?? '';
    const input = await readInput(RemoveOrganizationMemberInput, {
      organization: name,
      member: params.member,
      ...(successor !== '' && { successor }),
      keepKeys: form.has('keepKeys'),
    });
    const report = await unlessGone(() => invoke(removeOrganizationMember, input));
    const back = params.member === request.caller.id ? '/workspaces' : path;
    return redirect(back, { notice: noticeOf(report, name) });
  }
}

function noticeOf(report: LeaverReport | undefined, organization: string): string {
  if (report === undefined) return `The person is removed from ${organization}.`;
  const { email, workspaces, apiKeys } = report;
  const passed = workspaces.filter(({ newOwner }) => newOwner !== null).length;
  const kept = apiKeys.filter(({ outcome }) => outcome === 'kept').length;
  const effects = [
    `${counted(passed, 'workspace')} passed on`,
    `${counted(apiKeys.length - kept, 'key')} revoked`,
    `${counted(kept, 'key')} kept`,
  ];
  return `${email} is removed from ${organization}: ${effects.join(', ')}.`;
}
