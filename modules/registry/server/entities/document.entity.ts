import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** `link` is an address that the manifest names; it is found by its exact text only. */
export const documentKinds = ['plugin', 'skill', 'rule', 'doc', 'link'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The kinds that have a full-text index. */
export type IndexedKind = Exclude<DocumentKind, 'link'>;
export const indexedKinds: readonly IndexedKind[] = ['plugin', 'skill', 'rule', 'doc'];

/** A searchable part of a plugin's latest version. The full-text tables refer to it by `id`. */
@Entity('registry_documents')
export class DocumentEntity {
  @PrimaryGeneratedColumn({ type: 'integer' }) id!: number;
  @Column(columns.id()) tileId!: string;
  @Column(columns.oneOf(documentKinds)) kind!: DocumentKind;
  @Column(columns.text()) name!: string;
  @Column(columns.text()) description!: string;
  @Column(columns.text({ nullable: true })) path!: string | null;
  /** Words as in the full text: folded, separated by spaces. */
  @Column(columns.text()) nameWords!: string;
  @Column(columns.text()) descriptionWords!: string;
  @Column(columns.text()) bodyWords!: string;
  /** The rules by which it was indexed: `INDEX_GENERATION`, or less if it has to be indexed again. */
  @Column(columns.counter()) generation!: number;
}
