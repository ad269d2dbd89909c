import { counted } from '../../../../../toolbox/plural.js';
import { fieldsOf, listOf } from '../../../../../toolbox/type-guards.js';
import { knownFact, shownTime, type Fact } from '../../../../web/contract/index.js';
import type { ShownPlugin } from '../../../contract/plugin-page.js';
import type { VersionView } from '../../../contract/version-view.js';
import { sizeText } from './texts.js';

/** What there is to know about a version beside its texts. */
export function factsOf({ tile, version, declared, hidden }: ShownPlugin): readonly Fact[] {
  return [
    ['Version', version.version],
    ['Published', shownTime(version.publishedAt)],
    ...knownFact('Commit', version.commit?.slice(0, 12)),
    ['Size', `${sizeText(version.archiveSize)}, ${counted(version.fileCount, 'file')}`],
    ...(hidden ? [] : [['Brings', broughtText(version, declared)] as const]),
    ...knownFact('License', declared?.license),
    ['Seen by', tile.private ? `members of ${tile.workspace}` : 'everybody'],
    ...clearanceOf(version),
  ];
}

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
