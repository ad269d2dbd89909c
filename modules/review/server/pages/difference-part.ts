import type { PluginPart, ShownPlugin } from '../../../registry/contract/plugin-page.js';
import { view, type View } from '../../../web/contract/index.js';
import type { CapabilityKind } from '../../contract/finding-words.js';
import { capabilitiesUnknown } from '../../contract/errors.js';
import { showCapabilities } from '../../contract/operations.js';
import type { CapabilityView } from '../../contract/review-run-view.js';
import { spotOf, versionLinks, type FileLinks } from './file-links.js';
import { capabilityHeadings } from './words.js';

const template = new URL('difference.njk', import.meta.url);

/** What an agent asks its user for, or reads, is no new reach of the plugin. */
const MILD: ReadonlySet<CapabilityKind> = new Set(['environment', 'tool']);

/** What the later of two versions can do that the other could not, and what it no longer does. */
export class DifferencePart implements PluginPart {
  async show(plugin: ShownPlugin): Promise<View | undefined> {
    const { tile, version, before, invoke, fileAt } = plugin;
    if (before === undefined) return undefined;
    const { workspace, plugin: name } = tile;
    const against = before.version;
    try {
      const input = { workspace, tile: name, version: version.version, against };
      const { added = [], removed = [] } = await invoke(showCapabilities, input);
      const old = versionLinks(`${tile.name}@${before.version}`);
      return view(template, {
        unknown: false,
        added: groupsOf(added, fileAt),
        removed: groupsOf(removed, old),
      });
    } catch (error) {
      if (!capabilitiesUnknown.is(error)) throw error;
      return view(template, { unknown: true, added: [], removed: [] });
    }
  }
}

function groupsOf(capabilities: readonly CapabilityView[], links: FileLinks) {
  const groups = capabilityHeadings.map(([kind, heading]) => ({
    heading,
    tone: MILD.has(kind) ? 'plain' : 'bad',
    items: capabilities
      .filter((each) => each.kind === kind)
      .map(({ value, at }) => ({
        value: value === 'dynamic' ? '' : value,
        at: at.map(({ file, line }) => spotOf(links, file, line)),
      })),
  }));
  return groups.filter(({ items }) => items.length > 0);
}
