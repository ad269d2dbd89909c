import { shortened } from '../../toolbox/shortened.js';
import type { ErrorIssue } from '../api/index.js';

/** More issues than this help nobody, and would make an answer many times larger than its request. */
export const MOST_ISSUES = 100;
/** Characters of a message that somebody reads. */
export const MOST_TEXT = 1000;
const MOST_NAME = 200;

/** The issues that an answer reports: the first of them, each cut to a length that somebody reads. */
export const reportedIssues = (issues: readonly ErrorIssue[]): readonly ErrorIssue[] =>
  issues.slice(0, MOST_ISSUES).map((issue) => {
    const message = shortened(issue.message, MOST_TEXT);
    return issue.field === undefined
      ? { ...issue, message }
      : { ...issue, message, field: shortened(issue.field, MOST_NAME) };
  });
