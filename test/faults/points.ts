/**
 * Every place where a test can end a process as a crash would: `SVC_FAULT=<point>`, or `SVC_FAULT=<point>:<how many times to pass it>`.
 * In the sources a point is one line, `host.fault?.('<module>.<place>')`.
 */
export interface FaultPoint {
  readonly name: string;
  /** What has just happened, or is about to. */
  readonly meaning: string;
  /** What is there after the next start or the next command: as if the interrupted one had never begun, or as if it had ended. */
  readonly leaves: 'old' | 'new';
  /** Suite that dies here. */
  readonly suite: string;
}

/** The points by the suite that dies there and by what they leave, each with its meaning. */
const meanings = {
  'kill-at-publish-steps': {
    old: {
      'persistence.blob-written': 'a content is in its temporary file, perhaps not on the disk',
      'persistence.blob-synced': 'a content is on the disk in its temporary file',
      'persistence.blob-renamed': 'a content has its name; the folder may not be on the disk',
      'registry.contents-stored': 'all contents are durable, no row points at them',
      'registry.publish-begun': 'the transaction has begun',
      'registry.version-inserted':
        'the version is in the transaction, the latest one still another',
      'registry.publish-complete': 'the transaction is complete but for its commit',
    },
    new: {
      'registry.published': 'the transaction is committed, nothing is answered yet',
    },
  },
  'kill-at-keys': {
    old: {
      'traffic.key-claimed': 'an Idempotency-Key is claimed, nothing else has happened',
    },
    new: {
      'traffic.effect-committed':
        'what a request with a key changes is committed, its answer not yet kept',
      'traffic.answer-kept': 'the answer to a request with a key is kept, nothing is answered yet',
    },
  },
  'kill-a-worker': {
    old: {
      'jobs.run-claimed': 'a run is claimed, its work has not begun',
      'jobs.work-done': 'the work of a run is done, nothing of it is written',
    },
    new: {
      'jobs.run-ended': 'the result of a run is committed, the queue still holds its job',
    },
  },
  'kill-the-installer': {
    old: {
      'install.download': 'an archive has arrived',
      'install.verify': 'a plugin is read and checked',
      'install.after-lock': 'the project is held',
      'install.link': 'a link is about to be staged',
      'install.stage': 'everything new is staged',
    },
    new: {
      'install.journal': 'the change is decided, nothing is moved',
      'install.config-write': 'svc.json is the next to be moved',
      'install.rename-aside': 'something old is out of the way',
      'install.rename-in': 'something new is in place',
      'install.cleanup': 'everything is in place, the journal is gone',
      'install.release': 'all is done but for giving up the hold',
    },
  },
  'kill-while-migrating': {
    old: {
      'persistence.upgrade-saved': 'the rows are kept in a file, nothing is changed',
      'persistence.migration-begun': 'the transaction of a migration has begun',
      'persistence.migration-complete': 'a migration is complete but for its commit',
    },
    new: {
      'persistence.migration-committed': 'a migration is committed',
    },
  },
  'kill-while-rotating': {
    old: {
      'secrets.key-added': 'a new key is in the file, every value is sealed with the former one',
    },
    new: {
      'secrets.page-sealed': 'a page of values is sealed with the new key and committed',
    },
  },
  'kill-while-scanning': {
    old: {
      'review.version-report-stored':
        'a scan is done, its findings are on the disk, no row has them',
      'review.bundle-stored': 'the files of a review are on the disk, no run has them',
      'review.report-stored': 'a review is done, its report is on the disk, no row has it',
    },
    new: {},
  },
  'kill-while-reviewing-quality': {
    old: {
      'review.run-inserted': 'a run and its reservation are in the transaction',
      'review.result-written': 'the result of a run is in the transaction, its credits are not',
      'review.credits-charged': 'the end of a run is complete but for its commit',
    },
    new: {
      'review.run-queued': 'a run is committed with its reservation, nothing is answered yet',
    },
  },
  'kill-while-judging': {
    old: {
      'review.candidate-made': 'an iteration of a fix run has new files, which nobody has reviewed',
      'review.iteration-done': 'an iteration of a fix run is done, the next one has not begun',
      'review.skill-judged': 'a language model has judged a skill, nothing of it is written',
    },
    new: {},
  },
  'kill-after-cancelling': {
    old: {
      'review.credits-released': 'the end of a run without a result is complete but for its commit',
    },
    new: {},
  },
  'kill-a-cloud-launch': {
    old: {
      'launch.sandbox-opened': 'the sandbox of a launch is ready, nothing is in it',
      'launch.cloned': 'the repository is in the sandbox',
      'launch.installed': 'the skill is installed there, the agent has not started',
    },
    // the launch has ended: with its result, or failed because its agent may have begun
    new: {
      'launch.run-queued': 'a launch is committed with its environment, nothing is answered yet',
      'launch.unrepeatable': 'it is decided that the agent starts, which is not repeated',
      'launch.agent-ended': 'the agent has ended and its result is read, its changes are not',
      'launch.result-read': 'the changes are on the disk, no row has them',
      'launch.result-written': 'the end of a launch is complete but for its commit',
      'launch.end-written': 'the end of a launch without a result is complete but for its commit',
    },
  },
  'kill-an-eval': {
    old: {
      'eval.bundle-stored': 'the scenarios are on the disk, no row has them',
      'eval.context-stored': 'the context of a run is on the disk, no row has it',
      'eval.cells-inserted': 'a run and its cells are in the transaction, its credits are not',
      'eval.cells-queued': 'the jobs of the cells are in the transaction',
      'eval.fixtures-fetched': 'the commits of a run are fetched, its cells are not queued',
      'eval.prepared-written': 'the cells of a run are queued but for the commit',
      'eval.sandbox-opened': 'the sandbox of a cell is ready, nothing is in it',
      'eval.prepared': 'what a scenario begins with is in the sandbox, the agent has not started',
      'eval.agent-ended': 'the agent has ended, nothing of its solution is kept',
      'eval.solution-stored': 'a solution is on the disk, no row has it',
      'eval.scored': 'a solution is scored, nothing of that is written',
      'eval.cell-known': 'the end of a cell is known, nothing of it is written',
      'eval.cell-ended': 'the end of a cell is in the transaction, that of its run is not',
      'eval.result-written': 'the result of a run is in the transaction, its credits are not',
      'eval.credits-charged': 'the credits of a run are charged, its mail is not written',
      'eval.run-ended': 'a run has ended with its last cell but for the commit',
      'eval.cell-written': 'the end of a cell is complete but for its commit',
    },
    new: {
      'eval.run-started': 'a run is committed with its cells, nothing is answered yet',
      'eval.run-cancelled': 'the end of a run is committed, its jobs are still there',
    },
  },
  'kill-a-generation': {
    old: {
      'eval.generation-prepared': 'what a model is asked about is read, the model is not asked yet',
      'eval.generation-stored': 'the scenarios of a generation are on the disk, no row has them',
      'eval.generation-written': 'the scenarios of a generation are in the transaction',
      'eval.download-staged': 'scenarios that were downloaded are complete beside the old ones',
      'eval.download-aside': 'the old folder of a scenario is put aside, the new one not there yet',
    },
    new: {
      'eval.generation-queued': 'a generation is committed, nothing is answered yet',
      'eval.download-placed': 'the new folder of a scenario is there, the old one still put aside',
    },
  },
  'kill-while-dispatching': {
    old: {
      'schedule.due-read': 'schedules that are due are read, nothing has happened with them',
      'schedule.launches-begun': 'the launches of due schedules are in the transaction',
      'schedule.times-stored': 'the transaction is complete but for its commit',
    },
    new: {
      'schedule.dispatched': 'the launches and the next times of their schedules are committed',
    },
  },
  'kill-while-applying': {
    old: {
      'review.fix-staged': 'the old and the new content of a file are in the stage',
      'review.fix-recorded': 'the stage is complete, nothing is decided',
      'review.fix-taken-back': 'a file has its old content again',
    },
    new: {
      'review.fix-decided': 'the change is decided, no file is replaced',
      'review.fix-write': 'a file is about to be replaced',
      'review.fix-written': 'a file is replaced',
      'review.fix-ended': 'every file is replaced, the stage is no longer a decision',
    },
  },
  'kill-while-mailing': {
    old: {
      'mail.delivered': 'the mail server has taken a mail, no row says so',
    },
    new: {},
  },
  'kill-the-backup-service': {
    old: {
      'persistence.backup-written': 'a backup is complete, under a temporary name',
      'persistence.restore-filled': 'a new database is filled, compared and not yet complete',
      'persistence.restore-written': 'a new database is complete, the present one in its place',
      'persistence.restore-kept': 'the present database has a second name',
    },
    new: {
      'persistence.restored': 'the new database is in its place, nothing is reported yet',
    },
  },
};

export const points: readonly FaultPoint[] = Object.entries(meanings).flatMap(([suite, kinds]) =>
  (['old', 'new'] as const).flatMap((leaves) =>
    Object.entries(kinds[leaves]).map(([name, meaning]) => ({ name, meaning, leaves, suite })),
  ),
);

/** The points at which a suite has to die. */
export const pointsOf = (suite: string): readonly FaultPoint[] =>
  points.filter((point) => point.suite === suite);
