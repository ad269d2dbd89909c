/** A checked expression. */
export interface CronExpression {
  readonly text: string;
  readonly minutes: readonly number[];
  /** `*`: every hour that the clock shows. A list: hours of a local day that each come once. */
  readonly hours: readonly number[] | '*';
  /** Days of the month. */
  readonly days: readonly number[];
  readonly months: readonly number[];
  /** 0 to 6, Sunday is 0. */
  readonly weekdays: readonly number[];
  /** Whether one of day of month and weekday is enough; otherwise a day must fit both. */
  readonly dayOrWeekday: boolean;
}

export type CronFieldName = 'minute' | 'hour' | 'day of month' | 'month' | 'weekday';

/** What is wrong with an expression, and what would be right. */
export interface CronProblem {
  readonly field: 'expression' | CronFieldName;
  readonly message: string;
  readonly hint: string;
}
