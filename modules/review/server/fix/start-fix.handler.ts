import { posix } from 'node:path';
import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type LocatedWorkspace,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { readUpload } from '../../../registry/contract/read-upload.js';
import { oneSkillNeeded } from '../../contract/errors.js';
import type { StartFixInput } from '../../contract/inputs.js';
import type { ReviewRunView } from '../../contract/review-run-view.js';
import { DEFAULT_ITERATIONS, DEFAULT_THRESHOLD } from '../../quality/fixes/optimise.js';
import { isSkillFile } from '../../quality/fixes/skill-texts.js';
import { ChosenJudges } from '../quality/chosen-judge.js';
import { nameOf } from '../runs/run-locator.js';
import { RunQueue } from '../runs/run-queue.js';
import { RunViews } from '../runs/run-views.js';
import { SentFiles } from '../runs/sent-files.js';

@injectable()
export class StartFixHandler implements Handler<StartFixInput, ReviewRunView> {
  constructor(
    @inject(SentFiles) private readonly sent: SentFiles,
    @inject(ChosenJudges) private readonly judges: ChosenJudges,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(RunQueue) private readonly queue: RunQueue,
    @inject(RunViews) private readonly views: RunViews,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: StartFixInput, context: Context): Promise<ReviewRunView> {
    const { value } = context.target as LocatedWorkspace;
    const owners = { workspaceId: value.id, organizationId: value.organizationId };
    await this.judges.requirePlan(input, owners);
    const archive = await readUpload(context.upload);
    const read = { name: input.name, request: input, check: requireOneSkill };
    const { judge, ...sent } = await this.sent.read(archive, read, context);
    const { threshold = DEFAULT_THRESHOLD, maxIterations = DEFAULT_ITERATIONS } = input;
    const run = {
      ...sent,
      ...owners,
      type: 'fix' as const,
      label: input.label ?? null,
      fix: { threshold, maxIterations },
      model: judge.model,
      ruleset: judge.engine.ruleset,
    };
    const stored = await this.sent.store(archive, judge);
    this.host.fault?.('review.bundle-stored');
    await this.unitOfWork.run(async (manager) => {
      await this.workspaces.hold(value.id);
      await this.queue.begin(manager, { ...run, ...stored });
      context.auditSubject?.({ kind: 'reviewRun', id: run.id, name: nameOf(run.subject) });
    });
    this.host.fault?.('review.run-queued');
    return this.views.byId(run.id, context);
  }
}

/** Throws `one_skill_needed`. */
function requireOneSkill(paths: readonly string[]): void {
  const folders = new Set(paths.filter(isSkillFile).map((path) => posix.dirname(path)));
  if (folders.size > 1) throw oneSkillNeeded({ folders: [...folders].sort() });
}
