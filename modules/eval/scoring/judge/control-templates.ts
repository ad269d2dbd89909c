/** Criteria that stand for nothing a solution was asked for. `{id}` and `{ID}` are four hexadecimal digits; a solution that has exactly this is not to be expected. */
export interface ControlTemplate {
  /** In lower case. A text with this word may come near to what is asked. */
  readonly topic: string;
  readonly name: string;
  readonly description: string;
}

export const controlTemplates: readonly ControlTemplate[] = (
  [
    ['queue', 'Full queue', 'Writes `E_QUEUE_{ID}` to the log when the queue is full'],
    ['lease', 'Expired lease', 'A lease that has expired is reported as `lease-{id}-expired`'],
    ['shard', 'Number of shards', 'Reads the number of shards from the variable `SHARDS_{ID}`'],
    ['quota', 'Quota', 'Refuses what exceeds the quota with the code `quota_{id}_exceeded`'],
    ['heartbeat', 'Heartbeat', 'Sends a heartbeat to the path `/heartbeat/{id}` every 30 seconds'],
    ['checksum', 'Checksum', 'Stores the checksum of each file in the column `checksum_{id}`'],
    ['telemetry', 'Telemetry', 'Telemetry can be turned off with the flag `--no-telemetry-{id}`'],
    ['replica', 'Replica', 'Reads go to the replica that `REPLICA_{ID}_URL` names'],
    ['snapshot', 'Snapshots', 'Snapshots are named by the pattern `snapshot-{id}-<date>.bin`'],
    ['webhook', 'Signed webhook', 'Signs each webhook in the header `X-Webhook-{ID}`'],
    ['thumbnail', 'Thumbnails', 'Exports the function `thumbnail_{id}`, which shrinks an image'],
    ['sitemap', 'Sitemap', 'The sitemap has an entry with the id `sitemap-{id}`'],
    ['barcode', 'Barcodes', 'Rejects barcodes without the prefix `BARCODE-{ID}`'],
    ['tenant', 'Tenants', 'Each row has the column `tenant_{id}`, which is never empty'],
    ['throttl', 'Throttling', 'Counts requests that were throttled in `throttled_{id}_total`'],
    ['locale', 'Locale', 'Falls back to the locale in `LOCALE_{ID}` for missing translations'],
    ['feature flag', 'Feature flag', 'The change is behind the feature flag `ff-{id}`'],
    ['migration', 'Migration', 'Adds a migration whose name ends with `_add_{id}_index`'],
    ['watermark', 'Watermark', 'Resumes from the watermark in the file `watermark-{id}.json`'],
    ['circuit', 'Circuit breaker', 'The circuit breaker `breaker_{id}` opens after five failures'],
    ['tooltip', 'Tooltip', 'The tooltip has the attribute `data-tooltip-{id}`'],
    ['changelog', 'Changelog', 'The changelog has a section with the heading `Release {ID}`'],
    ['deprecat', 'Deprecation', 'Warns with `DEP_{ID}` when the deprecated form is used'],
    ['mutex', 'Mutex', 'Takes the mutex `mutex_{id}` before it writes to the file'],
  ] as const
).map(([topic, name, description]) => ({ topic, name, description }));
