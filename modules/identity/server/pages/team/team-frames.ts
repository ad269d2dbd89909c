import { extensionsKey, type Extensions, type Located } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { view } from '../../../../web/contract/index.js';
import { permissionsPoint } from '../../../contract/access.js';
import { viewOrganization } from '../../../contract/operations/organizations.js';
import { viewWorkspace } from '../../../contract/operations/workspaces.js';
import {
  teamTabsPoint,
  type TeamFrame,
  type TeamPages,
  type TeamPlace,
  type TeamRequest,
  type TeamTabData,
  type TeamVisit,
} from '../../../contract/team-pages.js';
import { Decisions } from '../../access/decisions.js';
import { Principals } from '../../access/principals.js';

const template = new URL('above.njk', import.meta.url);

type Subject = Omit<TeamFrame, 'above'>;

/** The words that differ between the two kinds. */
const kinds = {
  workspace: { list: 'Workspaces', address: '/workspaces', first: 'Overview' },
  organization: { list: 'Organizations', address: '/workspaces#organizations', first: 'Overview' },
} as const;

/** Makes the head of the pages of workspaces and organizations. */
@injectable()
export class TeamFrames implements TeamPages {
  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(Principals) private readonly principals: Principals,
    @inject(Decisions) private readonly decisions: Decisions,
  ) {}

  async frame({ params, ...visit }: TeamRequest, place: TeamPlace = {}): Promise<TeamFrame> {
    const { workspace, organization = '' } = params;
    const subject =
      workspace === undefined
        ? await this.#organization(organization, visit)
        : await this.#workspace(workspace, visit);
    return { ...subject, above: this.#above(subject, place) };
  }

  async organizationPage(
    organization: string,
    segment: string,
    visit: TeamVisit,
  ): Promise<string | undefined> {
    const subject = await this.#organization(organization, visit);
    const tab = this.#tabs(subject).find((each) => each.segment === segment);
    return tab && `${subject.path}/${segment}`;
  }

  async #workspace(reference: string, { invoke }: TeamVisit): Promise<Subject> {
    const workspace = await invoke(viewWorkspace, { id: reference });
    const { id, name, organization, role, archivedAt, allowedActions } = workspace;
    return {
      kind: 'workspace',
      id,
      name,
      organization,
      role,
      archived: archivedAt !== null,
      path: `/workspaces/${name}`,
      allowed: new Set(allowedActions),
    };
  }

  async #organization(orgId: string, { invoke, caller }: TeamVisit): Promise<Subject> {
    const { id, name, role } = await invoke(viewOrganization, { orgId });
    const target: Located = {
      kind: 'organization',
      name,
      organizationId: id,
      visibility: 'members',
      value: undefined,
    };
    const principal = await this.principals.of(caller);
    const allowed = new Set<string>();
    for (const { id: permission } of this.extensions.of(permissionsPoint))
      if ((await this.decisions.decide(principal, permission, target)) === 'allow')
        allowed.add(permission);
    return {
      kind: 'organization',
      id,
      name,
      organization: name,
      role,
      archived: false,
      path: `/organizations/${name}`,
      allowed,
    };
  }

  #tabs({ kind, allowed }: Subject): readonly TeamTabData[] {
    return this.extensions
      .of(teamTabsPoint)
      .map(({ data }) => data)
      .filter((tab) => tab.for === kind)
      .filter(({ permission }) => permission === undefined || allowed.has(permission))
      .sort((left, right) => left.order - right.order);
  }

  #above(subject: Subject, { tab = '', here }: TeamPlace) {
    const { name, path, kind } = subject;
    const { list, address, first } = kinds[kind];
    const tabs = [{ title: first, segment: '' }, ...this.#tabs(subject)].map(
      ({ title, segment }) => ({
        text: title,
        href: segment === '' ? path : `${path}/${segment}`,
        current: segment === tab,
      }),
    );
    const shown = tabs.find(({ current }) => current);
    const steps = [
      [list, address],
      [name, shown?.href === path && here === undefined ? '' : path],
      // the tabs say which of them is shown
      ...(here === undefined || shown === undefined || shown.href === path
        ? []
        : [[shown.text, shown.href]]),
      ...(here === undefined ? [] : [[here, '']]),
    ];
    return view(template, { steps, tabs, label: `Pages of ${name}` });
  }
}
