import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import { evalStates, type EvalState } from '../../contract/eval-run.machine.js';
import type { CoverageView, VariantStatistics, VerdictView } from '../../contract/run-view.js';
import { contextTypes, type ContextType, type Variant } from '../../contract/words.js';

/** How cells are solved and scored. Everything here is part of what identifies a result. */
export interface EvalSettings {
  readonly agent: string;
  /** `null`: the agent's own default. */
  readonly model: string | null;
  /** `model`, or the id of an agent. */
  readonly scorerAgent: string;
  readonly scorerModel: string | null;
  readonly runs: number;
  readonly variants: readonly Variant[];
  /** Names of the skills that are evaluated; empty: all. */
  readonly skills: readonly string[];
  readonly skipForcedContextActivation: boolean;
  readonly skipScoring: boolean;
  readonly qualityCheck: boolean;
  readonly force: boolean;
}

/** Where a run was started. */
export interface EvalOrigin {
  readonly remote?: string;
  readonly branch?: string;
  readonly commit?: string;
  readonly dirty?: boolean;
}

/** A run. It keeps what it needs to be looked at and repeated when its project, its plugin or whoever started it is gone. */
@Entity('eval_runs')
export class EvalRun {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) workspaceId!: string;
  @Column(columns.id()) organizationId!: string;
  @Column(columns.id({ nullable: true })) projectId!: string | null;
  /** `caller.id` and kind of who started it. */
  @Column(columns.id({ nullable: true })) createdBy!: string | null;
  @Column(columns.oneOf(['user', 'key'])) callerKind!: 'user' | 'key';
  @Column(columns.oneOf(evalStates)) state!: EvalState;
  @Column(columns.counter()) version!: number;
  @Column(columns.text({ nullable: true })) label!: string | null;
  @Column(columns.json()) settings!: EvalSettings;
  @Column(columns.oneOf(contextTypes)) contextType!: ContextType;
  @Column(columns.text({ nullable: true })) contextRef!: string | null;
  @Column(columns.text({ nullable: true })) contextCommit!: string | null;
  /** Hash of the context's files; `null` without one. */
  @Column(columns.text({ nullable: true })) contextFingerprint!: string | null;
  /** The context's files as a `.tgz`. */
  @Column(columns.text({ nullable: true })) contextSha256!: string | null;
  /** The archive with the scenarios. */
  @Column(columns.text()) bundleSha256!: string;
  @Column(columns.id({ nullable: true })) environmentId!: string | null;
  /** `<workspace>/<plugin>@<version>` that was published with these scenarios, and the id of that version. */
  @Column(columns.text({ nullable: true })) published!: string | null;
  @Column(columns.id({ nullable: true })) versionId!: string | null;
  @Column(columns.id({ nullable: true })) retryOf!: string | null;
  @Column(columns.json({ nullable: true })) origin!: EvalOrigin | null;
  /** The job that fetches what scenarios begin with; `null` if there is nothing to fetch. */
  @Column(columns.id({ nullable: true })) prepareJobId!: string | null;
  /** Cells altogether, and those that have not ended. */
  @Column(columns.counter()) cells!: number;
  @Column(columns.counter()) open!: number;
  /** Credits that are reserved; those that were charged when it has ended. */
  @Column(columns.counter()) credits!: number;
  /** Set when somebody cancels it. */
  @Column({ ...columns.boolean() }) cancelRequested!: boolean;
  @Column(columns.json({ nullable: true })) failure!: { code: string; message: string } | null;
  @Column(columns.json({ nullable: true })) coverage!: CoverageView | null;
  @Column(columns.json({ nullable: true })) statistics!: readonly VariantStatistics[] | null;
  @Column(columns.json({ nullable: true })) verdict!: VerdictView | null;
  @Column(columns.instant()) createdAt!: Date;
  @Column(columns.instant({ nullable: true })) startedAt!: Date | null;
  @Column(columns.instant({ nullable: true })) finishedAt!: Date | null;
}
