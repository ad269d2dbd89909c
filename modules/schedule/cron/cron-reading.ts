/** What is wrong with a schedule, and where in it. */
export interface ScheduleProblem {
  /** Keys and positions in lists; empty for the whole. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A schedule as five fields, or what is wrong with it. */
export type CronReading =
  { readonly cron: string } | { readonly problems: readonly ScheduleProblem[] };
