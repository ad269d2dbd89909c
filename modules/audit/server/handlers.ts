import { inject, injectable } from 'tsyringe';
import type { Context, FileResult, Handler, Page } from 'svc-registry/kernel';
import type {
  AuditDigest,
  AuditDigestsInput,
  AuditEvent,
  AuditEventsInput,
  AuditExportInput,
} from '../contract/events.js';
import { AuditLog } from './audit-log.js';
import { AuditExport } from './export.js';

function organizationOf({ target }: Context): string {
  if (target?.organizationId === undefined)
    throw new Error('The audit log belongs to an organization.');
  return target.organizationId;
}

@injectable()
export class ListEventsHandler implements Handler<AuditEventsInput, Page<AuditEvent>> {
  constructor(@inject(AuditLog) private readonly log: AuditLog) {}

  run(input: AuditEventsInput, context: Context): Promise<Page<AuditEvent>> {
    return this.log.pageFor(organizationOf(context), input);
  }
}

@injectable()
export class ListDigestsHandler implements Handler<AuditDigestsInput, Page<AuditDigest>> {
  constructor(@inject(AuditLog) private readonly log: AuditLog) {}

  run(input: AuditDigestsInput, context: Context): Promise<Page<AuditDigest>> {
    return this.log.digestsFor(organizationOf(context), input);
  }
}

async function* bytesOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield Buffer.from(`${line}\n`);
}

@injectable()
export class ExportEventsHandler implements Handler<AuditExportInput, FileResult> {
  constructor(@inject(AuditExport) private readonly log: AuditExport) {}

  run({ since, until }: AuditExportInput, context: Context): Promise<FileResult> {
    const organizationId = organizationOf(context);
    return Promise.resolve({
      body: bytesOf(this.log.lines(organizationId, { since, until })),
      contentType: 'application/x-ndjson',
      filename: `audit-${context.target?.name ?? organizationId}.jsonl`,
      shared: false,
    });
  }
}
