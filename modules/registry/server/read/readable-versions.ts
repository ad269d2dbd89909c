import {
  authorizerKey,
  notFound,
  signInRequired,
  type Authorizer,
  type Caller,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { VersionLocator } from './locators.js';
import { available, published } from './target.js';
import type { TileWithVersion } from './tile-reader.js';

/** Versions that a caller may download. */
@injectable()
export class ReadableVersions {
  constructor(
    @inject(VersionLocator) private readonly locator: VersionLocator,
    @inject(authorizerKey) private readonly authorizer: Authorizer,
  ) {}

  /** `ref` is `<workspace>/<plugin>@<version>`. Throws `not_found`, `sign_in_required`, `version_unpublished` and `moderation_hidden`. */
  async find(ref: string, caller: Caller): Promise<TileWithVersion> {
    const object = await this.locator.locate(ref);
    const decision =
      object === null ? 'hide' : await this.authorizer.decide(caller, 'tile:read', object);
    if (decision === 'sign-in') throw signInRequired();
    if (object === null || decision !== 'allow') throw notFound(this.locator.named(ref));
    return available(published(object.value));
  }
}
