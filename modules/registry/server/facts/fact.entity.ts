import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** A fact about a plugin. Facts that no module contributes any more are not read. */
@Entity('registry_search_facts')
export class FactEntity {
  @PrimaryColumn(columns.id()) tileId!: string;
  @PrimaryColumn({ ...columns.text(), nullable: false }) fact!: string;
  /** The plugin's, so that an index leads through plugins in the order of a fact, and among equal ones by name. It never changes. */
  @Column(columns.text()) fullName!: string;
  /** Of an order: plugins with the lowest come first. An integer, or an instant in milliseconds; negative where the order is descending. */
  @Column(columns.size({ nullable: true })) rank!: number | null;
  /** Of a facet. */
  @Column(columns.text({ nullable: true })) text!: string | null;
}
