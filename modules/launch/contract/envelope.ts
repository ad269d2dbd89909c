/** What a launched skill reports (registry-service.md, "Launch result envelope"). */

/** The results that a launch can have. */
export const resultStatuses = ['succeeded', 'no_action', 'needs_input', 'failed'] as const;
export type ResultStatus = (typeof resultStatuses)[number];

/** The result of a launch. */
export type LaunchResult =
  | {
      readonly status: 'succeeded';
      readonly summary: string;
      /** Present exactly when the skill declares `schemas.output`, and valid by it. */
      readonly output?: Readonly<Record<string, unknown>>;
    }
  | { readonly status: 'no_action'; readonly summary: string }
  | {
      /** Only of task turns, which can ask a person. */
      readonly status: 'needs_input';
      readonly summary: string;
      readonly questions: readonly string[];
    }
  | { readonly status: 'failed'; readonly summary: string; readonly reason: string };
