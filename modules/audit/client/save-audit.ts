import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context, Handler } from 'svc-registry/kernel';
import { atPath } from '../../../toolbox/file-errors.js';
import { fileSystemReason } from '../../../toolbox/file-reasons.js';
import { injectable } from 'tsyringe';
import { exportUnreadable, outputExists, outputUnwritable } from '../contract/errors.js';
import type { SaveAuditInput, SavedAudit } from '../contract/events.js';
import { exportAuditEvents } from '../contract/operations.js';
import { entriesOf, SERVER } from './export-lines.js';

/** The file gets its name only when it is complete and synced to disk. */
@injectable()
export class SaveAuditHandler implements Handler<SaveAuditInput, SavedAudit> {
  async run({ output, ...input }: SaveAuditInput, context: Context): Promise<SavedAudit> {
    const path = resolve(
      context.cwd,
      output ?? `audit-${input.organization.replace(/[^\w.-]/g, '-')}.jsonl`,
    );
    const name = await open(path, 'wx', 0o600).catch((cause: unknown) => {
      const { code } = cause as NodeJS.ErrnoException;
      throw code === 'EEXIST'
        ? outputExists({ file: path }, { cause })
        : outputUnwritable({ file: path, why: fileSystemReason(cause) }, { cause });
    });
    await name.close();
    const part = `${path}.part`;
    try {
      const counts = { events: 0, digests: 0 };
      const file = await open(part, 'w', 0o600);
      try {
        const { body } = await context.invoke(exportAuditEvents, input);
        let ended = false;
        for await (const entry of entriesOf(body, SERVER)) {
          if ('event' in entry) counts.events += 1;
          if ('digest' in entry) counts.digests += 1;
          ended = 'end' in entry;
          await atPath(path, file.write(`${entry.line}\n`));
        }
        if (!ended) throw exportUnreadable({ file: SERVER, why: 'it ends early' });
        await atPath(path, file.sync());
      } finally {
        await file.close();
      }
      await rename(part, path);
      return { path, ...counts };
    } catch (error) {
      await Promise.all([part, path].map((left) => rm(left, { force: true })));
      throw error;
    }
  }
}
