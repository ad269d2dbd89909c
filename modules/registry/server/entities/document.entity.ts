import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** `link` is an address that the manifest names; it is found by its exact text only. */
export const documentKinds = ['plugin', 'skill', 'rule', 'doc', 'link'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Something of a plugin's latest version that can be searched. The full-text tables point here by `id`. */
@Entity('registry_documents')
export class DocumentEntity {
  @PrimaryGeneratedColumn({ type: 'integer' }) id!: number;
  @Column(columns.id()) tileId!: string;
  @Column(columns.oneOf(documentKinds)) kind!: DocumentKind;
  @Column(columns.text()) name!: string;
  @Column(columns.text()) description!: string;
  @Column(columns.text({ nullable: true })) path!: string | null;
  /** Words as the full text sees them: folded, separated by blanks. */
  @Column(columns.text()) nameWords!: string;
  @Column(columns.text()) descriptionWords!: string;
  @Column(columns.text()) bodyWords!: string;
  /** By which rules it has been indexed: `INDEX_GENERATION`, or less where it has to be indexed again. */
  @Column(columns.counter()) generation!: number;
}
