import { isSvcError } from 'svc-registry/kernel';
import { viewTile } from '../../../registry/contract/operations.js';
import type { PageRequest } from '../../../web/contract/index.js';
import type { ReviewRunSummary } from '../../contract/review-run-view.js';
import { noLinks, versionLinks, versionPath, type FileLinks } from './file-links.js';

export interface ReviewedPlugin {
  /** The page of the plugin or version; empty where there is none that the person may see. */
  readonly href: string;
  readonly files: FileLinks;
}

type Reviewed = Pick<ReviewRunSummary, 'subject' | 'versionId'>;

/** Where the pages of a reviewed plugin are. Files that were sent may differ from those of a version, so they have no links. */
export async function reviewedPlugin(
  { subject, versionId }: Reviewed,
  invoke: PageRequest['invoke'],
): Promise<ReviewedPlugin> {
  if (subject.type !== 'tile_skill') return { href: '', files: noLinks };
  const { tileRef } = subject;
  if (versionId !== null) return { href: versionPath(tileRef), files: versionLinks(tileRef) };
  const [workspace = '', tile = ''] = (tileRef.split('@')[0] ?? '').split('/');
  try {
    await invoke(viewTile, { workspace, tile });
  } catch (error) {
    if (isSvcError(error)) return { href: '', files: noLinks };
    throw error;
  }
  return { href: versionPath(`${workspace}/${tile}`), files: noLinks };
}
