import { inject, injectable } from 'tsyringe';
import semver from 'semver';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../../identity/contract/access.js';
import { view, type View } from '../../../../web/contract/index.js';
import type { ShownPlugin } from '../../../contract/plugin-page.js';
import { diffPath, ownerPath, pluginPath } from './addresses.js';
import { factBadges, type FactBadge } from './fact-badges.js';
import { knownTabs } from './known-tabs.js';
import { moderationBadge, withheld } from './moderation-words.js';
import { PluginParts } from './parts.js';

const template = new URL('frame.njk', import.meta.url);

/** What stands at the top of a page because it changes how the rest is to be read. */
interface Notice {
  readonly text: string;
  readonly bad?: boolean;
  readonly more?: string;
  readonly command?: string;
  readonly links?: readonly (readonly [text: string, href: string])[];
}

/** The head of all pages of a plugin: what it is, what to know before reading on, and the tabs. */
@injectable()
export class PluginFrame {
  constructor(
    @inject(PluginParts) private readonly parts: PluginParts,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  /** For `{{ show(frame) }}`, before everything else of the page. It holds the `<h1>`. `tab` is the id of the tab that is shown. */
  async of(plugin: ShownPlugin, tab: string): Promise<View> {
    const { tile, version } = plugin;
    return view(template, {
      workspace: tile.workspace,
      owner: ownerPath(plugin),
      plugin: tile.plugin,
      description: version.description,
      badges: badgesOf(plugin),
      notices: [...archiveNotices(plugin), ...(await this.#hidden(plugin)), ...ageNotices(plugin)],
      tabs: this.#tabs(plugin, tab),
    });
  }

  async #hidden({ hidden, tile, version, caller, path }: ShownPlugin): Promise<Notice[]> {
    if (!hidden) return [];
    const own = await this.workspaces.visibleTo(caller);
    const isMember = own.includes(tile.workspaceId);
    const { why, next, command } = withheld(version, isMember);
    const text = `Moderation withholds the texts and files of version ${version.version}. ${why}`;
    const findings = [['Show what was found', `${path}/security`]] as const;
    const links = isMember && version.moderationStatus === 'fail' ? findings : [];
    return [{ bad: true, text, more: next, command, links }];
  }

  #tabs({ tile, version, hidden, path }: ShownPlugin, shown: string) {
    // links of the latest version stay right when a newer one comes
    const base = isLatest({ tile, version }) ? pluginPath(tile.name) : path;
    const of = (id: string, text: string, href: string) => ({ text, href, current: id === shown });
    const contributed = this.parts
      .at('tab')
      .map(({ id, data }) => ({ id, title: data.title, order: data.order }));
    const known = knownTabs.filter(({ id }) => contributed.every((tab) => tab.id !== id));
    return [
      of('overview', 'Overview', base),
      of('versions', 'Versions', `${pluginPath(tile.name)}/versions`),
      ...(hidden ? [] : [of('files', 'Files', `${path}/files`)]),
      ...[...contributed, ...known]
        .sort((one, other) => one.order - other.order)
        .map(({ id, title }) => of(id, title, `${base}/${id}`)),
    ];
  }
}

export const isLatest = ({ tile, version }: Pick<ShownPlugin, 'tile' | 'version'>): boolean =>
  tile.latestVersion === version.version;

function badgesOf(plugin: ShownPlugin): readonly FactBadge[] {
  const { tile, version, path } = plugin;
  const plain = (text: string) => ({ text, tone: 'plain', href: '' }) as const;
  return [
    { text: `v${version.version}`, tone: 'accent', href: path },
    plain(tile.private ? 'private' : 'public'),
    ...(version.archivedAt === null ? [] : [{ text: 'archived', tone: 'warn', href: '' } as const]),
    { ...moderationBadge(version.moderationStatus), href: '' },
    ...factBadges(version, path),
  ];
}

function archiveNotices({ tile, version }: ShownPlugin): Notice[] {
  const { archivedAt, archivedReason } = version;
  if (archivedAt === null) return [];
  const what =
    tile.archivedAt === null ? `Version ${version.version} has been` : 'This plugin has been';
  const reason = archivedReason === null ? '' : `: ${archivedReason}`;
  return [
    {
      text: `${what} archived since ${archivedAt.slice(0, 10)}${reason}`,
      more: 'It is not installed anew. Projects that have it in their lock keep it.',
    },
  ];
}

function ageNotices(plugin: ShownPlugin): Notice[] {
  const { tile, version } = plugin;
  const { latestVersion: latest, name } = tile;
  if (latest === null || isLatest(plugin)) return [];
  const order = semver.lt(version.version, latest) ? 'older' : 'newer';
  return [
    {
      text: `Version ${version.version} is ${order} than the latest, ${latest}.`,
      links: [
        ['Show the latest version', pluginPath(name)],
        ['Compare them', diffPath(name, version.version, latest)],
      ],
    },
  ];
}
