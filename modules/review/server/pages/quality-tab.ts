import { isSvcError } from 'svc-registry/kernel';
import type { PluginPart, ShownPlugin } from '../../../registry/contract/plugin-page.js';
import { shownTime, view, type View } from '../../../web/contract/index.js';
import { showQuality } from '../../contract/operations.js';
import type { ReviewStatus } from '../../contract/review-run.machine.js';
import type { VersionQualityView } from '../../contract/version-quality-view.js';
import { noLinks } from './file-links.js';
import { qualityPart } from './quality-part.js';
import { scoreBadge, statusBadges } from './words.js';

const template = new URL('quality-tab.njk', import.meta.url);

/** Evaluations from which on the plugin has its whole review score (ADR 70). */
const ENOUGH_EVALS = 3;

/** The fact `quality` of a version. */
interface QualityFact {
  readonly status: ReviewStatus;
  readonly reviewScore: number | null;
  readonly tileScore: number | null;
  readonly evals: number;
  readonly failureReason?: string | null;
}

/** The score of a version, and where it comes from. */
export class QualityTab implements PluginPart {
  async show(plugin: ShownPlugin): Promise<View | undefined> {
    const fact = plugin.version.facts?.['quality'] as QualityFact | undefined;
    if (fact === undefined) return undefined;
    const quality = fact.status === 'completed' ? await qualityOf(plugin) : null;
    const links = plugin.hidden ? noLinks : plugin.fileAt;
    return view(template, {
      ...scoreOf(fact),
      ...reasonsOf(quality, { links, query: plugin.query }),
    });
  }
}

const scoreOf = ({ status, reviewScore, tileScore, evals, failureReason = null }: QualityFact) => ({
  state: status === 'completed' ? scoreBadge(tileScore) : statusBadges[status],
  failure: failureReason,
  reviewScore,
  tileScore,
  evals: Math.min(evals, ENOUGH_EVALS),
  enough: ENOUGH_EVALS,
});

function reasonsOf(quality: VersionQualityView | null, shown: Parameters<typeof qualityPart>[1]) {
  if (quality === null) return { quality: null };
  const { review, engine, reviewedAt } = quality;
  return {
    quality: qualityPart(review, shown),
    engine: engine?.model ?? engine?.name ?? 'the server',
    reviewed: shownTime(reviewedAt),
  };
}

/** `null` where the person may not know it. */
async function qualityOf({
  tile: { workspace, plugin },
  version: { version },
  invoke,
}: ShownPlugin): Promise<VersionQualityView | null> {
  try {
    return await invoke(showQuality, { workspace, tile: plugin, version });
  } catch (error) {
    if (isSvcError(error) && error.status < 500) return null;
    throw error;
  }
}
