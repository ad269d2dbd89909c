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

const publishing = { suite: 'kill-at-publish-steps' } as const;
const installing = { suite: 'kill-the-installer' } as const;
const migrating = { suite: 'kill-while-migrating' } as const;
const repeating = { suite: 'kill-at-keys' } as const;
const keeping = { suite: 'kill-the-backup-service' } as const;

const working = { suite: 'kill-a-worker' } as const;

export const points: readonly FaultPoint[] = [
  {
    ...publishing,
    leaves: 'old',
    name: 'persistence.blob-written',
    meaning: 'a content is in its temporary file, perhaps not on the disk',
  },
  {
    ...publishing,
    leaves: 'old',
    name: 'persistence.blob-synced',
    meaning: 'a content is on the disk in its temporary file',
  },
  {
    ...publishing,
    leaves: 'old',
    name: 'persistence.blob-renamed',
    meaning: 'a content has its name; the folder may not be on the disk',
  },
  {
    ...publishing,
    leaves: 'old',
    name: 'registry.contents-stored',
    meaning: 'all contents are durable, no row points at them',
  },
  {
    ...publishing,
    leaves: 'old',
    name: 'registry.publish-begun',
    meaning: 'the transaction has begun',
  },
  {
    ...publishing,
    leaves: 'old',
    name: 'registry.version-inserted',
    meaning: 'the version is in the transaction, the latest one still another',
  },
  {
    ...publishing,
    leaves: 'old',
    name: 'registry.publish-complete',
    meaning: 'the transaction is complete but for its commit',
  },
  {
    ...publishing,
    leaves: 'new',
    name: 'registry.published',
    meaning: 'the transaction is committed, nothing is answered yet',
  },
  {
    ...repeating,
    leaves: 'old',
    name: 'traffic.key-claimed',
    meaning: 'an Idempotency-Key is claimed, nothing else has happened',
  },
  {
    ...repeating,
    leaves: 'new',
    name: 'traffic.effect-committed',
    meaning: 'what a request with a key changes is committed, its answer not yet kept',
  },
  {
    ...repeating,
    leaves: 'new',
    name: 'traffic.answer-kept',
    meaning: 'the answer to a request with a key is kept, nothing is answered yet',
  },
  {
    ...working,
    leaves: 'old',
    name: 'jobs.run-claimed',
    meaning: 'a run is claimed, its work has not begun',
  },
  {
    ...working,
    leaves: 'old',
    name: 'jobs.work-done',
    meaning: 'the work of a run is done, nothing of it is written',
  },
  {
    ...working,
    leaves: 'new',
    name: 'jobs.run-ended',
    meaning: 'the result of a run is committed, the queue still holds its job',
  },
  { ...installing, leaves: 'old', name: 'install.download', meaning: 'an archive has arrived' },
  { ...installing, leaves: 'old', name: 'install.verify', meaning: 'a plugin is read and checked' },
  { ...installing, leaves: 'old', name: 'install.after-lock', meaning: 'the project is held' },
  { ...installing, leaves: 'old', name: 'install.stage', meaning: 'everything new is staged' },
  {
    ...installing,
    leaves: 'new',
    name: 'install.journal',
    meaning: 'the change is decided, nothing is moved',
  },
  {
    ...installing,
    leaves: 'new',
    name: 'install.config-write',
    meaning: 'svc.json is the next to be moved',
  },
  {
    ...installing,
    leaves: 'new',
    name: 'install.rename-aside',
    meaning: 'something old is out of the way',
  },
  { ...installing, leaves: 'new', name: 'install.rename-in', meaning: 'something new is in place' },
  {
    ...installing,
    leaves: 'new',
    name: 'install.cleanup',
    meaning: 'everything is in place, the journal is gone',
  },
  {
    ...installing,
    leaves: 'new',
    name: 'install.release',
    meaning: 'all is done but for giving up the hold',
  },
  {
    ...migrating,
    leaves: 'old',
    name: 'persistence.upgrade-saved',
    meaning: 'the rows are kept in a file, nothing is changed',
  },
  {
    ...migrating,
    leaves: 'old',
    name: 'persistence.migration-begun',
    meaning: 'the transaction of a migration has begun',
  },
  {
    ...migrating,
    leaves: 'old',
    name: 'persistence.migration-complete',
    meaning: 'a migration is complete but for its commit',
  },
  {
    ...migrating,
    leaves: 'new',
    name: 'persistence.migration-committed',
    meaning: 'a migration is committed',
  },
  {
    ...keeping,
    leaves: 'old',
    name: 'persistence.backup-written',
    meaning: 'a backup is complete, under a temporary name',
  },
  {
    ...keeping,
    leaves: 'old',
    name: 'persistence.restore-filled',
    meaning: 'a new database is filled, compared and not yet complete',
  },
  {
    ...keeping,
    leaves: 'old',
    name: 'persistence.restore-written',
    meaning: 'a new database is complete, the present one in its place',
  },
  {
    ...keeping,
    leaves: 'old',
    name: 'persistence.restore-kept',
    meaning: 'the present database has a second name',
  },
  {
    ...keeping,
    leaves: 'new',
    name: 'persistence.restored',
    meaning: 'the new database is in its place, nothing is reported yet',
  },
];

/** The points at which a suite has to die. */
export const pointsOf = (suite: string): readonly FaultPoint[] =>
  points.filter((point) => point.suite === suite);
