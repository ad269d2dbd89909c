import { Column, Entity, PrimaryColumn, type QueryRunner } from 'typeorm';
import { columns, createTable, tablesPoint, type Migration } from 'svc-registry/db';
import { contribute } from 'svc-registry/kernel';

@Entity('poll_polls')
export class Poll {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.text()) question!: string;
}

export class CreatePolls1764000000000 implements Migration {
  async up(runner: QueryRunner) {
    const polls = { id: columns.id(), question: columns.text() };
    await createTable(runner, { name: 'poll_polls', columns: polls });
  }
}

export const contribution = contribute(tablesPoint, 'poll', { prefix: 'poll_' }, () =>
  Promise.resolve({ entities: [Poll], migrations: [CreatePolls1764000000000] }),
);
