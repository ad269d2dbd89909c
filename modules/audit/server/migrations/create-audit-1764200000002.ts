import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';
import { actorKinds, outcomes } from '../../contract/events.js';
import { appendOnly } from '../append-only.js';

export class CreateAudit1764200000002 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    const optionalText = columns.text({ nullable: true });
    const [id, text] = [columns.id(), columns.text()];
    await createTable(runner, {
      name: 'audit_events',
      columns: {
        id,
        organization_id: id,
        position: text,
        at: columns.instant(),
        actor_kind: columns.oneOf(actorKinds),
        actor_id: id,
        actor_name: text,
        operation: text,
        object_kind: optionalText,
        object_id: optionalText,
        object_name: optionalText,
        outcome: columns.oneOf(outcomes),
        address: optionalText,
        user_agent: optionalText,
        surface: optionalText,
        request: optionalText,
      },
      indices: [{ columns: ['organization_id', 'position'], unique: true }],
    });
    await createTable(runner, {
      name: 'audit_digests',
      columns: {
        organization_id: id,
        day: text,
        events: columns.counter(),
        previous: text,
        digest: text,
      },
      primary: ['organization_id', 'day'],
    });
    for (const table of ['audit_events', 'audit_digests']) await appendOnly(runner, table);
  }
}
