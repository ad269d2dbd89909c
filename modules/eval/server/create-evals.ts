import type { QueryRunner } from 'typeorm';
import { runTable } from '../../jobs/contract/db.js';
import { columns, createTable, type Migration } from '../../persistence/contract/db.js';
import { evalStates } from '../contract/eval-run.machine.js';
import { bundleKinds } from '../contract/run-inputs.js';
import { cellStatuses, contaminations, contextTypes, variants } from '../contract/words.js';

const runs = {
  name: 'eval_runs',
  columns: {
    id: columns.id(),
    workspace_id: columns.id(),
    organization_id: columns.id(),
    project_id: columns.id({ nullable: true }),
    created_by: columns.id({ nullable: true }),
    caller_kind: columns.oneOf(['user', 'key']),
    state: columns.oneOf(evalStates),
    version: columns.counter(),
    label: columns.text({ nullable: true }),
    settings: columns.json(),
    context_type: columns.oneOf(contextTypes),
    context_ref: columns.text({ nullable: true }),
    context_commit: columns.text({ nullable: true }),
    context_fingerprint: columns.text({ nullable: true }),
    context_sha256: columns.text({ nullable: true }),
    bundle_sha256: columns.text(),
    environment_id: columns.id({ nullable: true }),
    published: columns.text({ nullable: true }),
    version_id: columns.id({ nullable: true }),
    retry_of: columns.id({ nullable: true }),
    origin: columns.json({ nullable: true }),
    prepare_job_id: columns.id({ nullable: true }),
    cells: columns.counter(),
    open: columns.counter(),
    credits: columns.counter(),
    cancel_requested: columns.boolean(),
    failure: columns.json({ nullable: true }),
    coverage: columns.json({ nullable: true }),
    statistics: columns.json({ nullable: true }),
    verdict: columns.json({ nullable: true }),
    created_at: columns.instant(),
    started_at: columns.instant({ nullable: true }),
    finished_at: columns.instant({ nullable: true }),
  },
  indices: [{ columns: ['workspace_id', 'created_at', 'id'] }, { columns: ['version_id'] }],
};

const scenarios = {
  name: 'eval_scenarios',
  columns: {
    id: columns.id(),
    run_id: columns.id(),
    position: columns.counter(),
    name: columns.text(),
    fingerprint: columns.text(),
    task: columns.text(),
    criteria: columns.json(),
    quality: columns.oneOf(['included', 'rejected']),
    assessment: columns.json({ nullable: true }),
  },
  indices: [{ columns: ['run_id', 'position'] }],
};

const cells = {
  name: 'eval_cells',
  columns: {
    id: columns.id(),
    run_id: columns.id(),
    workspace_id: columns.id(),
    scenario_id: columns.id(),
    variant: columns.oneOf(variants),
    repeat: columns.counter(),
    status: columns.oneOf(cellStatuses),
    solution_key: columns.text(),
    score_key: columns.text(),
    job_id: columns.id({ nullable: true }),
    taken_from: columns.id({ nullable: true }),
    scored: columns.json({ nullable: true }),
    failure: columns.json({ nullable: true }),
    contamination: columns.oneOf(contaminations, { nullable: true }),
    activated_skills: columns.json({ nullable: true }),
    retries: columns.counter(),
    agent_ms: columns.counter({ nullable: true }),
    solution_sha256: columns.text({ nullable: true }),
    files_sha256: columns.text({ nullable: true }),
    created_at: columns.instant(),
    finished_at: columns.instant({ nullable: true }),
  },
  indices: [{ columns: ['run_id', 'scenario_id'] }, { columns: ['workspace_id', 'solution_key'] }],
};

const bundles = {
  name: 'eval_bundles',
  columns: {
    id: columns.id(),
    workspace_id: columns.id(),
    created_by: columns.id({ nullable: true }),
    kind: columns.oneOf(bundleKinds),
    sha256: columns.text(),
    fingerprint: columns.text(),
    bytes: columns.counter(),
    created_at: columns.instant(),
  },
  indices: [{ columns: ['created_at'] }],
};

const fixtures = {
  name: 'eval_fixtures',
  columns: {
    id: columns.id(),
    workspace_id: columns.id(),
    repo_url: columns.text(),
    ref: columns.text(),
    commit: columns.text(),
    files_sha256: columns.text(),
    created_at: columns.instant(),
  },
  indices: [{ columns: ['workspace_id', 'repo_url', 'ref'], unique: true }],
};

const overrides = {
  name: 'eval_overrides',
  columns: {
    id: columns.id(),
    cell_id: columns.id(),
    criterion: columns.text(),
    milli_points: columns.counter(),
    reason: columns.text(),
    created_by: columns.id({ nullable: true }),
    created_at: columns.instant(),
  },
  indices: [{ columns: ['cell_id'] }],
};

const generations = {
  name: 'eval_generations',
  columns: {
    workspace_id: columns.id(),
    organization_id: columns.id(),
    created_by: columns.id({ nullable: true }),
    source: columns.json(),
    context_patterns: columns.json(),
    count: columns.counter(),
    bundle_sha256: columns.text({ nullable: true }),
    scenarios: columns.json({ nullable: true }),
    rejected: columns.json({ nullable: true }),
    result_sha256: columns.text({ nullable: true }),
    result_bytes: columns.counter({ nullable: true }),
    failure: columns.json({ nullable: true }),
  },
  indices: [{ columns: ['workspace_id', 'created_at', 'id'] }],
};

const switches = {
  name: 'eval_switches',
  primary: ['workspace_id'],
  columns: { workspace_id: columns.id(), enabled: columns.boolean() },
};

const mailSwitches = {
  name: 'eval_mail_switches',
  primary: ['user_id'],
  columns: { user_id: columns.id(), enabled: columns.boolean() },
};

export class CreateEvals1769000000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [
      runs,
      scenarios,
      cells,
      bundles,
      fixtures,
      overrides,
      switches,
      mailSwitches,
    ])
      await createTable(runner, table);
    await createTable(
      runner,
      runTable({
        name: 'eval_cell_jobs',
        columns: { cell_id: columns.id(), run_id: columns.id() },
        indices: [{ columns: ['cell_id'] }],
      }),
    );
    await createTable(
      runner,
      runTable({ name: 'eval_prepare_jobs', columns: { run_id: columns.id() } }),
    );
    await createTable(runner, runTable(generations));
  }
}
