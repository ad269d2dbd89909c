import {
  buildExtension,
  extensionsKey,
  moduleUnavailable,
  type Context,
  type Extensions,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  afterPublishPoint,
  publishExtras,
  type PluginToPublish,
  type PublishedPlugin,
  type PublishExtra,
} from '../contract/after-publish.js';
import type { FollowUp } from '../contract/plugin-command-results.js';

/** What other modules do when something is published from this machine. */
@injectable()
export class PublishHooks {
  constructor(@inject(extensionsKey) private readonly extensions: Extensions) {}

  serves(extra: PublishExtra): boolean {
    return this.extensions.of(afterPublishPoint).some(({ data }) => data.serves?.includes(extra));
  }

  /** Throws `module_unavailable` for an option that only a module serves which is not loaded. */
  refuseUnserved(asked: PluginToPublish['asked']): void {
    for (const option of Object.keys(asked) as (keyof typeof asked)[])
      if (!this.serves(option)) throw moduleUnavailable({ module: publishExtras[option] });
  }

  async before(plugin: PluginToPublish, context: Context): Promise<void> {
    for (const extension of this.extensions.of(afterPublishPoint))
      await (await buildExtension(extension)).before?.(plugin, context);
  }

  async published(plugin: PublishedPlugin, context: Context): Promise<FollowUp[]> {
    const followUps: FollowUp[] = [];
    for (const extension of this.extensions.of(afterPublishPoint)) {
      const results = await (await buildExtension(extension)).published(plugin, context);
      followUps.push(...results.map((result) => ({ by: extension.id, ...result })));
    }
    return followUps;
  }
}
