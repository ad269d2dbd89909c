import { Column, Entity } from 'typeorm';
import { RunEntity } from '../../../jobs/contract/db/run-entity.js';
import { columns } from '../../../persistence/contract/db.js';
import type { AnsweredTurn } from '../../contract/launches.js';
import type { LaunchResult } from '../../contract/envelope.js';
import { launchTriggers, type LaunchTrigger } from '../../contract/launch-run-view.js';

/** Why a launch failed, as it is stored. */
export interface StoredFailure {
  readonly code: string;
  readonly message: string;
}

/** A launch on a worker. Its states are those of its run. */
@Entity('launch_runs')
export class LaunchRun extends RunEntity {
  @Column(columns.id()) workspaceId!: string;
  @Column(columns.id()) organizationId!: string;
  /** `caller.id` of who started it. */
  @Column(columns.id({ nullable: true })) createdBy!: string | null;
  @Column(columns.oneOf(launchTriggers)) trigger!: LaunchTrigger;
  @Column(columns.text({ nullable: true })) label!: string | null;
  /** `<workspace>/<plugin>@<version>#<skill>`, or `file:<path>[#<skill>]`. */
  @Column(columns.text()) skill!: string;
  /** The skill's folder in the archive; `null` for one in the repository. */
  @Column(columns.text({ nullable: true })) skillPath!: string | null;
  /** Address of the repository. */
  @Column(columns.text()) repo!: string;
  @Column(columns.text()) baseBranch!: string;
  @Column(columns.text({ nullable: true })) snapshot!: string | null;
  /** With `/`, without any at its ends. */
  @Column(columns.text({ nullable: true })) workdir!: string | null;
  @Column(columns.text()) agent!: string;
  @Column(columns.text({ nullable: true })) model!: string | null;
  @Column(columns.id({ nullable: true })) environmentId!: string | null;
  @Column(columns.json()) inputs!: Record<string, string>;
  @Column(columns.text({ nullable: true })) instructions!: string | null;
  /** The earlier turns of a task; `null` for a launch that cannot ask a person. */
  @Column(columns.json({ nullable: true })) turns!: readonly AnsweredTurn[] | null;
  /** The commit that was checked out. */
  @Column(columns.text({ nullable: true })) commit!: string | null;
  @Column(columns.json({ nullable: true })) inputSchema!: object | null;
  @Column(columns.json({ nullable: true })) outputSchema!: object | null;
  /** Whether the agent ran in a sandbox. */
  @Column({ ...columns.boolean(), nullable: true }) sandboxed!: boolean | null;
  @Column(columns.json({ nullable: true })) result!: LaunchResult | null;
  @Column(columns.json({ nullable: true })) failure!: StoredFailure | null;
  @Column(columns.text({ nullable: true })) patchSha256!: string | null;
  @Column({ ...columns.counter(), nullable: true }) patchBytes!: number | null;
}
