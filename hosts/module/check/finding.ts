interface Place {
  /** Below the module's folder. */
  readonly file?: string;
  readonly line?: number;
  readonly field?: string;
}

/** What a check found. Errors keep a module from being used, or would soon; warnings deserve a look. */
export interface Finding extends Place {
  readonly level: 'error' | 'warning';
  readonly message: string;
}

export const problem = (message: string, place: Place = {}): Finding => ({
  level: 'error',
  message,
  ...place,
});
export const warning = (message: string, place: Place = {}): Finding => ({
  level: 'warning',
  message,
  ...place,
});

/** What was thrown, in words. */
export const reasonOf = (error: unknown): string =>
  String((error as { message?: unknown } | null)?.message ?? error);
