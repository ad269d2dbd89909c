import { shortened } from '../../toolbox/shortened.js';
import type { ErrorIssue } from '../api/index.js';

/** The most issues in an answer: more would not help, and would make the answer many times larger than its request. */
export const MOST_ISSUES = 100;
/** The most characters of a message. */
export const MOST_TEXT = 1000;
const MOST_NAME = 200;

/** The issues that an answer reports: the first ones, each cut to a readable length. */
export const reportedIssues = (issues: readonly ErrorIssue[]): readonly ErrorIssue[] =>
  issues.slice(0, MOST_ISSUES).map((issue) => {
    const message = shortened(issue.message, MOST_TEXT);
    return issue.field === undefined
      ? { ...issue, message }
      : { ...issue, message, field: shortened(issue.field, MOST_NAME) };
  });
