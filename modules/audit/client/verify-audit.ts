import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Context, Handler } from 'svc-registry/kernel';
import { fileSystemReason } from '../../../toolbox/file-reasons.js';
import { injectable } from 'tsyringe';
import { exportUnreadable } from '../contract/errors.js';
import type { AuditVerification, VerifyAuditInput } from '../contract/events.js';
import { exportAuditEvents } from '../contract/operations.js';
import { Comparison } from './comparison.js';
import { entriesOf, SERVER, type Entry } from './export-lines.js';
import { firstMomentOf, lastMomentOf } from '../format/day-digest.js';
import { dayOf, KeptExport, momentOf } from './kept-export.js';

/** The whole days that the file covers at least in part: the server reports removed days only for whole days. */
function daysOf({ end, first, madeAt }: KeptExport): { since?: string; until: string } {
  const since = end === undefined ? momentOf(first) : end.since;
  return {
    ...(since !== null && { since: firstMomentOf(dayOf(since)) }),
    until: lastMomentOf(dayOf(end?.until ?? madeAt)),
  };
}

/** Throws `audit_export_unreadable` for a file of another organization and for a truncated response. */
async function* sameOrganization(
  server: AsyncIterable<Entry>,
  { end }: KeptExport,
  file: string,
): AsyncGenerator<Entry> {
  let organization: string | undefined;
  for await (const entry of server) {
    if ('end' in entry) organization = entry.end.organization;
    yield entry;
  }
  if (organization === undefined) throw exportUnreadable({ file: SERVER, why: 'it ends early' });
  if (organization !== (end?.organization ?? organization))
    throw exportUnreadable({ file, why: 'it is of another organization' });
}

@injectable()
export class VerifyAuditHandler implements Handler<VerifyAuditInput, AuditVerification> {
  async run(
    { file, organization }: VerifyAuditInput,
    context: Context,
  ): Promise<AuditVerification> {
    const path = resolve(context.cwd, file);
    const kept = await this.read(path);
    const { body } = await context.invoke(exportAuditEvents, { organization, ...daysOf(kept) });
    const expired = await new Comparison(kept).with(
      sameOrganization(entriesOf(body, SERVER), kept, path),
    );
    // in the order of the file; differences without a line in the file come last
    const differences = kept.differences.toSorted(
      (a, b) => (a.line ?? Infinity) - (b.line ?? Infinity),
    );
    return {
      file: path,
      events: kept.events.size,
      digests: kept.digests.size,
      expired,
      differences,
    };
  }

  private async read(path: string): Promise<KeptExport> {
    try {
      return await KeptExport.read(entriesOf(createReadStream(path), path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      throw exportUnreadable({ file: path, why: fileSystemReason(error) }, { cause: error });
    }
  }
}
