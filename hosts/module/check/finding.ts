interface Place {
  /** Path relative to the module's folder. */
  readonly file?: string;
  readonly line?: number;
  readonly field?: string;
}

/** The result of a check. Errors make the module unusable, now or with a later version; warnings deserve a look. */
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

/** The message of anything that was thrown. */
export const reasonOf = (error: unknown): string =>
  String((error as { message?: unknown } | null)?.message ?? error);
