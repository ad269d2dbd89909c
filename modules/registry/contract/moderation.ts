import { serviceKey } from 'svc-registry/kernel';

/** Has published versions judged anew. Server only. */
export interface Moderation {
  /**
   * Has a version scanned again in the background. It keeps its state until there is a verdict, also when the scan breaks; the verdict of
   * the scan that began last counts. Where such a scan waits already, nothing is added.
   * Errors: `not_found`, `no_scanner`.
   */
  judgeAgain(versionId: string): Promise<void>;
  /**
   * Lifts a block or an error, as the operator of the server: the version passes. A later scan that blocks it for the same reason changes
   * nothing, one that blocks it for another does. `reason` is shown with the version.
   * Errors: `not_found`, `nothing_to_clear`.
   */
  clear(versionId: string, reason: string): Promise<void>;
}

/** Moderation, for server code of modules that require `registry`. */
export const moderationKey = serviceKey<Moderation>('registry.moderation');
