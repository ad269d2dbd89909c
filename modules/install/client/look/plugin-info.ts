import type { SkillEntry, RuleEntry } from '../../../registry/contract/index.js';
import type { TokenCost } from '../../../registry/contract/plugin-format.js';
import type {
  ContextCost,
  InfoRule,
  InfoSkill,
  PluginCard,
  PluginInfo,
} from '../../contract/plugin-info.js';
import { argumentOf } from '../render/plugin-words.js';
import type { RegisteredPlugin } from './registered-plugin.js';
import type { LookedAt } from './look-at.js';
import { readmeOf, textOf, type Fields } from './plugin-files.js';

/** Everything about a plugin except its files. */
export function pluginInfo(plugin: LookedAt): Fields<PluginInfo> {
  const card = pluginCard(plugin);
  return {
    ...card,
    ...registryFacts(plugin.registered),
    ...contentFacts(plugin),
    commit: plugin.commit,
    skills: skillsOf(plugin),
    rules: rulesOf(plugin),
    install: installLine(card),
  };
}

export function pluginCard(plugin: LookedAt): Fields<PluginCard> {
  const { name, version, source, registered, opened } = plugin;
  return {
    name,
    version,
    source,
    ...publication(registered),
    description: descriptionOf(plugin),
    withheld:
      registered !== undefined && opened === undefined ? registered.version.moderationStatus : null,
    tokens: opened === undefined ? null : sumOf(opened.costs),
  };
}

function descriptionOf({ opened, registered }: LookedAt): string {
  return opened?.contents.manifest.description ?? registered?.version.description ?? '';
}

const notPublished = {
  archivedAt: null,
  archivedReason: null,
  latestVersion: null,
  publishedAt: null,
};

function publication(registered: RegisteredPlugin | undefined) {
  if (registered === undefined) return notPublished;
  const { archivedAt, archivedReason, publishedAt } = registered.version;
  return { archivedAt, archivedReason, publishedAt, latestVersion: registered.tile.latestVersion };
}

/** While moderation withholds the files. */
const withheldFacts = {
  license: null,
  homepage: null,
  repository: null,
  size: null,
  starts: [],
  readme: null,
};

function contentFacts({ opened, registered }: LookedAt) {
  if (opened === undefined)
    return { ...withheldFacts, fileCount: registered?.version.fileCount ?? 0 };
  const { manifest, files } = opened.contents;
  const readme = readmeOf(files);
  return {
    license: textOrNull(manifest.extra['license']),
    homepage: textOrNull(manifest.extra['homepage']),
    repository: textOrNull(manifest.extra['repository']),
    size: files.reduce((sum, { content }) => sum + content.byteLength, 0),
    fileCount: files.length,
    starts: [...opened.starts],
    readme: readme === undefined ? null : textOf(readme),
  };
}

const unregistered = {
  private: null,
  moderationStatus: null,
  moderationError: null,
  archiveSize: null,
  versions: [],
  moreVersions: false,
};

function clearanceOf({
  moderationClearance: lifted,
}: RegisteredPlugin['version']): Pick<PluginInfo, 'moderationClearance'> {
  if (lifted === undefined) return {};
  const { clearedAt, reason } = lifted;
  return { moderationClearance: { clearedAt, reason } };
}

function registryFacts(registered: RegisteredPlugin | undefined) {
  if (registered === undefined) return unregistered;
  const { tile, version, versions, moreVersions } = registered;
  return {
    private: tile.private,
    moderationStatus: version.moderationStatus,
    moderationError: version.moderationError ?? null,
    ...clearanceOf(version),
    ...(version.facts !== undefined && { facts: version.facts }),
    archiveSize: version.archiveSize,
    versions: versions.map(({ version: number, publishedAt, archivedAt, moderationStatus }) => ({
      version: number,
      publishedAt,
      moderationStatus,
      archived: archivedAt !== null,
    })),
    moreVersions,
  };
}

export function skillsOf({ opened, registered }: LookedAt): InfoSkill[] {
  const costs = costsOf(opened?.costs ?? [], 'skill');
  const skills: readonly SkillEntry[] = opened?.contents.skills ?? registered?.version.skills ?? [];
  return skills.map(({ name, description, path }, at) => ({
    name,
    description,
    path,
    tokens: costs[at] ?? null,
  }));
}

export function rulesOf({ opened, registered }: LookedAt): InfoRule[] {
  const costs = costsOf(opened?.costs ?? [], 'rule');
  const rules: readonly RuleEntry[] = opened?.contents.rules ?? registered?.version.rules ?? [];
  return rules.map(({ name, path }, at) => ({ name, path, tokens: costs[at]?.always ?? null }));
}

function costsOf(costs: readonly TokenCost[], kind: TokenCost['kind']): readonly ContextCost[] {
  return costs
    .filter((cost) => cost.kind === kind)
    .map(({ always, onDemand }) => ({ always, onDemand }));
}

function sumOf(costs: readonly TokenCost[]): ContextCost {
  const sum = (field: keyof ContextCost): number =>
    costs.reduce((total, cost) => total + cost[field], 0);
  return { always: sum('always'), onDemand: sum('onDemand') };
}

function installLine(card: PluginCard): string | null {
  return card.archivedAt === null && card.withheld === null
    ? `svc install ${argumentOf(card)}`
    : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
