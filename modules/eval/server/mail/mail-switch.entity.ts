import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** Whether a person gets a mail when an evaluation that they have started ends; without a row they do. */
@Entity('eval_mail_switches')
export class MailSwitch {
  @PrimaryColumn(columns.id()) userId!: string;
  @Column(columns.boolean()) enabled!: boolean;
}
