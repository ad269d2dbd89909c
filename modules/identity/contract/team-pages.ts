import { defineExtensionPoint, serviceKey, type Constructor } from 'svc-registry/kernel';
import type { PageRequest, View } from '../../web/contract/index.js';

/** A tab on the pages of every workspace, or of every organization. */
export interface TeamTabData {
  /** Text of the tab. */
  readonly title: string;
  readonly for: 'workspace' | 'organization';
  /** Last segment of the page's address: `/workspaces/<workspace>/<segment>` or `/organizations/<organization>/<segment>`. The page itself is contributed to `web.pages`. */
  readonly segment: string;
  /** Its place among the others: a lower number stands further to the left. */
  readonly order: number;
  /** The permission that the page needs; who does not hold it is not offered the tab. Without it, everybody who sees the workspace or organization is. */
  readonly permission?: string;
}

/** Tabs of the pages of workspaces and organizations. The page behind a tab asks `teamPagesKey` for the head that all of them share. */
export const teamTabsPoint = defineExtensionPoint<TeamTabData>('identity.teamTabs', {
  fields: {
    title: 'text',
    for: ['workspace', 'organization'],
    segment: { pattern: '^[a-z][a-z-]*$', is: 'small letters and "-", beginning with a letter' },
    order: { min: 0 },
    'permission?': 'text',
  },
});

/** A section on the first page of a workspace. */
export interface WorkspacePartData {
  /** What it shows. */
  readonly summary: string;
  /** `main`: the wide column. `side`: the narrow one beside it. */
  readonly place: 'main' | 'side';
  /** Its place among the others: a lower number stands further up. */
  readonly order: number;
  /** The permission that it needs; who does not hold it does not see the section. */
  readonly permission?: string;
}

/** The code of a section. Its template extends no layout, and begins with an `<h2>`. */
export interface WorkspacePart {
  /** `undefined` where there is nothing to show. One that throws, or takes longer than three seconds, leaves a sentence in its place, and the log has the cause. */
  show(workspace: TeamFrame, request: TeamVisit): Promise<View | undefined>;
}

/** Sections of a workspace's first page, `/workspaces/<workspace>`: what the workspace has of a module's objects, in short. */
export const workspacePartsPoint = defineExtensionPoint<
  WorkspacePartData,
  Constructor<WorkspacePart>
>('identity.workspaceParts', {
  fields: {
    summary: 'text',
    place: ['main', 'side'],
    order: { min: 0 },
    'permission?': 'text',
  },
});

/** Who looks at a page. */
export type TeamVisit = Pick<PageRequest, 'invoke' | 'caller'>;

/** A request for a page whose address has the parameter `workspace` or `organization`. */
export type TeamRequest = TeamVisit & Pick<PageRequest, 'params'>;

/** Which of the pages is shown. */
export interface TeamPlace {
  /** Segment of the tab; left out on the first page. */
  readonly tab?: string;
  /** Text of the last breadcrumb, on a page below a tab. */
  readonly here?: string;
}

/** The workspace or organization that a page is about, and the head that its pages share. */
export interface TeamFrame {
  readonly kind: 'workspace' | 'organization';
  readonly id: string;
  readonly name: string;
  /** Name of the organization; for an organization its own. */
  readonly organization: string;
  /** The caller's role in it; `null` for none of their own. */
  readonly role: string | null;
  /** Whether it is an archived workspace, which accepts nothing new. */
  readonly archived: boolean;
  /** Address of its first page: `/workspaces/acme`. */
  readonly path: string;
  /** The permissions that the caller holds on it: what needs another one is not offered. */
  readonly allowed: ReadonlySet<string>;
  /** Breadcrumbs and tabs: `{% block above %}{{ show(frame.above) }}{% endblock %}`. */
  readonly above: View;
}

/** What the pages of workspaces and organizations have in common, for pages of other modules. Server only. */
export interface TeamPages {
  /** Throws `not_found` for what the caller may not see. */
  frame(request: TeamRequest, place?: TeamPlace): Promise<TeamFrame>;
  /** Address of the page behind a tab of an organization; `undefined` where no module has it, or the caller may not see it. */
  organizationPage(
    organization: string,
    segment: string,
    visit: TeamVisit,
  ): Promise<string | undefined>;
}

export const teamPagesKey = serviceKey<TeamPages>('identity.teamPages');
