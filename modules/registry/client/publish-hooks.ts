import { buildExtension, extensionsKey, type Context, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  afterPublishPoint,
  type PluginToPublish,
  type PublishedPlugin,
  type PublishExtra,
} from '../contract/after-publish.js';
import { publishOptionUnserved } from '../contract/plugin-errors.js';
import type { FollowUp } from '../contract/plugin-command-results.js';

/** The options that other modules serve, as they are typed. */
export const publishFlags: Readonly<Record<keyof PluginToPublish['asked'], string>> = {
  withScenarioQualityCheck: '--with-scenario-quality-check',
  evalScenarios: '--eval-scenarios',
};

/** What other modules do when something is published from this machine. */
@injectable()
export class PublishHooks {
  constructor(@inject(extensionsKey) private readonly extensions: Extensions) {}

  serves(extra: PublishExtra): boolean {
    return this.extensions.of(afterPublishPoint).some(({ data }) => data.serves?.includes(extra));
  }

  /** Throws `publish_option_unserved` for an option that no module serves which is loaded. */
  refuseUnserved(asked: PluginToPublish['asked']): void {
    for (const option of Object.keys(asked) as (keyof typeof asked)[])
      if (!this.serves(option)) throw publishOptionUnserved({ option: publishFlags[option] });
  }

  async before(plugin: PluginToPublish, context: Context): Promise<void> {
    for (const extension of this.extensions.of(afterPublishPoint))
      await (await buildExtension(extension)).before?.(plugin, context);
  }

  async published(plugin: PublishedPlugin, context: Context): Promise<FollowUp[]> {
    const followUps: FollowUp[] = [];
    // whoever ends the waiting for the scan wants nothing more to be begun
    if (context.signal.aborted) return followUps;
    for (const extension of this.extensions.of(afterPublishPoint)) {
      const results = await (await buildExtension(extension)).published(plugin, context);
      followUps.push(...results.map((result) => ({ by: extension.id, ...result })));
    }
    return followUps;
  }
}
