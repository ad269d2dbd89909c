import type { QueryRunner } from 'typeorm';
import { addColumn, columns, type Migration } from '../../../persistence/contract/db.js';

const added = {
  kind: columns.oneOf(['program', 'page'], { default: 'program' }),
  client: columns.text({ nullable: true }),
  address: columns.text({ nullable: true }),
  last_used_at: columns.instant({ nullable: true }),
};

export class KnownSessions1764100000001 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, spec] of Object.entries(added))
      await addColumn(runner, 'identity_sessions', { name, spec });
  }
}
