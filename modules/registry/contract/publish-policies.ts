import { defineClassPoint, type Caller } from 'svc-registry/kernel';
import type { Severity } from './scanners.js';

/** Where something is published. */
export interface PublishTarget {
  readonly workspaceId: string;
  readonly organizationId: string;
}

/** What somebody wants to publish. Its contents are sound; nothing is stored yet. */
export interface Publication extends PublishTarget {
  /** `<workspace>/<plugin>`. */
  readonly name: string;
  readonly version: string;
  /** What the plugin would be after it. */
  readonly private: boolean;
  readonly caller: Caller;
}

/** Says what may be published, and what scans may find in it. Of the server facet. */
export interface PublishPolicy {
  /** Throws the error that the publisher gets when the publication is not allowed. */
  admit(publication: Publication): Promise<void>;
  /** The mildest finding that keeps a public version offline; CRITICAL does so also where this is `null`. Asked when the scan has ended. */
  blocksFrom(target: PublishTarget): Promise<Severity | null>;
}

/** Policies that decide what may be published, and which finding of a scan keeps a version offline. Each of them may refuse. Server facet. */
export const publishPoliciesPoint = defineClassPoint<PublishPolicy>('registry.publishPolicies');
