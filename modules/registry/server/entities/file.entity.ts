import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** A file of a version. Downloads look the path up exactly as it stands here: nothing is ever normalised. */
@Entity('registry_files')
export class FileEntity {
  @PrimaryColumn(columns.id()) versionId!: string;
  @PrimaryColumn({ ...columns.text(), nullable: false }) path!: string;
  @Column(columns.text()) sha256!: string;
  @Column(columns.counter()) size!: number;
  @Column(columns.boolean()) executable!: boolean;
}
