import type { ReviewRunSummary } from '../../contract/review-run-view.js';

type Named = Pick<ReviewRunSummary, 'label' | 'subject'>;

/** What was reviewed: a plugin with its version, or a skill. */
export const subjectName = ({ subject }: Pick<Named, 'subject'>): string =>
  subject.type === 'skill' ? subject.name : subject.tileRef;

/** What people know a run by. */
export const nameOf = ({ label, subject }: Named): string => label ?? subjectName({ subject });
