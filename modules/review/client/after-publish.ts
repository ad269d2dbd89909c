import type { Context } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import { fieldsOf } from '../../../toolbox/type-guards.js';
import type {
  AfterPublish,
  FollowUpResult,
  PublishedPlugin,
} from '../../registry/contract/after-publish.js';
import { viewVersion } from '../../registry/contract/operations.js';

/** Says what became of the quality review that publishing queues. */
@injectable()
export class QualityAfterPublish implements AfterPublish {
  async published(
    { plugin, version, unchanged }: PublishedPlugin,
    context: Context,
  ): Promise<readonly FollowUpResult[]> {
    if (unchanged) return [];
    const [workspace = '', tile = ''] = plugin.split('/');
    const { facts } = await context.invoke(viewVersion, { workspace, tile, version });
    const { status, reviewRunId: id, failureReason } = fieldsOf(fieldsOf(facts)['quality']);
    // a server without this module reviews nothing
    if (typeof id !== 'string') return [];
    const message =
      status === 'failed'
        ? `The quality is not reviewed: ${String(failureReason)} \`svc review retry ${id}\` reviews it later.`
        : `The quality is being reviewed: \`svc review view ${id}\` shows the score.`;
    return [{ id, message }];
  }
}
