import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** A fact about a plugin. Facts that no module contributes any more are not read. */
@Entity('registry_search_facts')
export class FactEntity {
  @PrimaryColumn(columns.id()) tileId!: string;
  @PrimaryColumn({ ...columns.text(), nullable: false }) fact!: string;
  /** The plugin's name, so that an index can list plugins by fact and then by name. It never changes. */
  @Column(columns.text()) fullName!: string;
  /** Only for an order: the lowest rank comes first. An integer, or an instant in milliseconds; negative if the order is descending. */
  @Column(columns.size({ nullable: true })) rank!: number | null;
  /** Only for a facet. */
  @Column(columns.text({ nullable: true })) text!: string | null;
  /** Whether it is of the plugin's latest version, and goes with it. */
  @Column(columns.boolean({ default: false })) ofVersion!: boolean;
}
