import { Column, Entity } from 'typeorm';
import { RunEntity } from '../../../jobs/contract/db/run-entity.js';
import { columns } from '../../../persistence/contract/db.js';
import type { GeneratedScenario, GenerationSource } from '../../contract/generation-view.js';

/** A generation of scenarios. Its states are those of its run. */
@Entity('eval_generations')
export class Generation extends RunEntity {
  @Column(columns.id()) workspaceId!: string;
  @Column(columns.id()) organizationId!: string;
  @Column(columns.id({ nullable: true })) createdBy!: string | null;
  @Column(columns.json()) source!: GenerationSource;
  @Column(columns.json()) contextPatterns!: readonly string[];
  /** How many scenarios are wanted. */
  @Column(columns.counter()) count!: number;
  /** The archive of the plugin. */
  @Column(columns.text({ nullable: true })) bundleSha256!: string | null;
  @Column(columns.json({ nullable: true })) scenarios!: readonly GeneratedScenario[] | null;
  @Column(columns.json({ nullable: true })) rejected!: readonly string[] | null;
  /** The scenarios, as a `.tgz`. */
  @Column(columns.text({ nullable: true })) resultSha256!: string | null;
  @Column(columns.counter({ nullable: true })) resultBytes!: number | null;
  @Column(columns.json({ nullable: true })) failure!: { code: string; message: string } | null;
}
