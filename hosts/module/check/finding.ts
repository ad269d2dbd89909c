interface Location {
  /** Path relative to the module's folder. */
  readonly file?: string;
  readonly line?: number;
  readonly field?: string;
}

/** The result of a check. Errors make the module unusable, now or with a later version; warnings deserve a look. */
export interface Finding extends Location {
  readonly level: 'error' | 'warning';
  readonly message: string;
}

export const problem = (message: string, location: Location = {}): Finding => ({
  level: 'error',
  message,
  ...location,
});
export const warning = (message: string, location: Location = {}): Finding => ({
  level: 'warning',
  message,
  ...location,
});

/** What only the package with the server can tell. */
export const notCheckedHere = (what: string): Finding =>
  warning(`${what} is not checked here: that needs the package svc-registry`);

/** The message of anything that was thrown. */
export const reasonOf = (error: unknown): string =>
  String((error as { message?: unknown } | null)?.message ?? error);
