import { isSvcError } from 'svc-registry/kernel';
import type { PluginPart, ShownPlugin } from '../../../registry/contract/plugin-page.js';
import type { Severity } from '../../../registry/contract/scanners.js';
import { shownTime, view, type View } from '../../../web/contract/index.js';
import { showCapabilities } from '../../contract/operations.js';
import type { FindingView, ReviewEngine, Verdict } from '../../contract/review-run-view.js';
import { noLinks, type FileLinks } from './file-links.js';
import { capabilitiesPart, countsText, findingsPart } from './security-part.js';
import { verdictBadges } from './words.js';

const template = new URL('security-tab.njk', import.meta.url);

/** The fact `security` of a version. Findings are left out for those who must not see them. */
interface SecurityFact {
  readonly verdict: Verdict;
  readonly counts: Readonly<Record<Severity, number>>;
  readonly engine: ReviewEngine;
  readonly reviewedAt: string;
  readonly findings?: readonly Omit<FindingView, 'suppressed' | 'engine' | 'issueDescription'>[];
  readonly omitted?: number;
}

/** What the security review has found in a version, and what the version can do. */
export class SecurityTab implements PluginPart {
  async show(plugin: ShownPlugin): Promise<View | undefined> {
    const fact = plugin.version.facts?.['security'] as SecurityFact | undefined;
    if (fact === undefined) return undefined;
    const { verdict, counts, engine, reviewedAt, findings, omitted = 0 } = fact;
    // the files of a withheld version have no pages
    const links: FileLinks = plugin.hidden ? noLinks : plugin.fileAt;
    return view(template, {
      verdict: verdictBadges[verdict],
      counts: countsText(counts),
      reviewed: shownTime(reviewedAt),
      engine: `${engine.name} ${engine.version}`,
      hidden: plugin.hidden,
      pending: plugin.version.moderationStatus === 'pending',
      findings: findings === undefined ? null : findingsPart({ findings, omitted }, links),
      capabilities: await capabilitiesOf(plugin, links),
    });
  }
}

/** `null` where the person may not know them, or they are not known. */
async function capabilitiesOf(
  { tile, version, invoke }: ShownPlugin,
  links: FileLinks,
): Promise<View | null> {
  const { workspace, plugin } = tile;
  try {
    const input = { workspace, tile: plugin, version: version.version };
    const { capabilities } = await invoke(showCapabilities, input);
    return capabilitiesPart(capabilities, links);
  } catch (error) {
    if (isSvcError(error) && error.status < 500) return null;
    throw error;
  }
}
