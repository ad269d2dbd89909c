import { buildExtension, extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { publishedPoint, type PublishedVersion } from '../../contract/published.js';

/** The modules that take part in publishing, in the order in which they start. */
@injectable()
export class PublishListeners {
  constructor(@inject(extensionsKey) private readonly extensions: Extensions) {}

  /** Builds them, which may start their modules: before the unit of work, in which the answer is called. */
  async prepared(): Promise<(version: PublishedVersion) => Promise<void>> {
    const listeners = await Promise.all(
      this.extensions.of(publishedPoint).map((listener) => buildExtension(listener)),
    );
    return async (version) => {
      for (const listener of listeners) await listener.published(version);
    };
  }
}
