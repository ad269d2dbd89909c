import { defineClassPoint, type Caller } from 'svc-registry/kernel';

/** A version that is being published: its rows are written, and not yet committed. */
export interface PublishedVersion {
  readonly versionId: string;
  readonly tileId: string;
  /** `<workspace>/<plugin>`. */
  readonly name: string;
  readonly version: string;
  readonly workspaceId: string;
  readonly organizationId: string;
  readonly private: boolean;
  readonly caller: Caller;
}

/** Takes part in publishing. Of the server facet. */
export interface PublishListener {
  /**
   * Runs in the unit of work that publishes: what it writes through the unit of work, and runs that it enqueues, are there with the version
   * or not at all. What it throws refuses the publication. On SQLite other writes wait for it, so it leaves what takes long to a run. Content
   * that is published already does not come here again.
   */
  published(version: PublishedVersion): Promise<void>;
}

/** Code that runs in the unit of work that publishes a version. Server facet. */
export const publishedPoint = defineClassPoint<PublishListener>('registry.published');
