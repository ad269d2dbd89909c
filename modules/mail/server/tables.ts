import { Column, Entity, type QueryRunner } from 'typeorm';
import { runTable } from '../../jobs/contract/db.js';
import { RunEntity } from '../../jobs/contract/db/run-entity.js';
import { columns, createTable, type Migration } from '../../persistence/contract/db.js';

/** A mail on its way. */
@Entity('mail_runs')
export class MailRun extends RunEntity {
  /** The same in all attempts; its letter is sealed for it. */
  @Column(columns.text()) messageId!: string;
  /** Sealed; `null` once the mail is delivered or given up. */
  @Column(columns.text({ nullable: true })) letter!: string | null;
}

class CreateMail1768700000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    const own = { message_id: columns.text(), letter: columns.text({ nullable: true }) };
    await createTable(
      runner,
      runTable({ name: 'mail_runs', columns: own, unique: [['message_id']] }),
    );
  }
}

export const entities = [MailRun];
export const migrations = [CreateMail1768700000000];
