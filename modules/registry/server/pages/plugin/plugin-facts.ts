import { counted } from '../../../../../toolbox/plural.js';
import { fieldsOf, listOf } from '../../../../../toolbox/type-guards.js';
import { knownFact, shownTime, type Fact } from '../../../../web/contract/index.js';
import type { ShownPlugin } from '../../../contract/plugin-page.js';
import type { VersionView } from '../../../contract/version-view.js';
import { ownerPath } from './addresses.js';
import { shownAddress, sizeText, webAddress } from './texts.js';

/** What there is to know about a version beside its texts. */
export function factsOf(plugin: ShownPlugin): readonly Fact[] {
  const { tile, version, declared, hidden } = plugin;
  return [
    ['Owner', tile.workspace, ownerPath(plugin)],
    ['Version', version.version],
    ['Published', shownTime(version.publishedAt)],
    ...knownFact('Commit', version.commit?.slice(0, 12)),
    ['Size', `${sizeText(version.archiveSize)}, ${counted(version.fileCount, 'file')}`],
    ...(hidden ? [] : [['Brings', broughtText(version, declared)] as const]),
    ...(declared === undefined ? [] : [['License', declared.license ?? 'not stated'] as const]),
    ...linkTo('Homepage', declared?.homepage),
    ...linkTo('Repository', declared?.repository),
    ['Visible to', tile.private ? `members of ${tile.workspace}` : 'everybody'],
    ...clearanceOf(version),
  ];
}

/** An address that no browser may follow is shown all the same. */
const linkTo = (name: string, text: string | null | undefined): readonly Fact[] =>
  knownFact(name, text).map(([, known]) => [name, shownAddress(known), webAddress(known) ?? '']);

function clearanceOf({ moderationClearance: lifted }: VersionView): readonly Fact[] {
  if (lifted === undefined) return [];
  return [['Cleared', `${lifted.clearedAt.slice(0, 10)}, by the operator: ${lifted.reason}`]];
}

/** `2 skills, 1 tool server`: what agents get, and what starts on the machine. */
function broughtText({ skills, rules }: VersionView, declared: ShownPlugin['declared']): string {
  const counts = [
    [skills.length, 'skill'],
    [rules.length, 'rule'],
    [declared?.toolServers.size ?? 0, 'tool server'],
    [hookCount(declared), 'hook'],
    [declared?.scripts.length ?? 0, 'executable file'],
  ] as const;
  const some = counts.filter(([count]) => count > 0);
  return some.map(([count, noun]) => counted(count, noun)).join(', ') || 'nothing that agents read';
}

/** Those in an agent's own form count as one for each agent. */
function hookCount(declared: ShownPlugin['declared']): number {
  const groups = Object.values(declared?.hooks ?? {}).flatMap(listOf);
  const shared = groups.flatMap((group) => listOf(fieldsOf(group)['hooks'])).length;
  return shared + Object.keys(declared?.nativeHooks ?? {}).length;
}
