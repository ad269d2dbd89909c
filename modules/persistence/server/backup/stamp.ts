/** Formats a time for names of files and schemas: `20260131t120000123z`. */
export const stampOf = (at: Date): string =>
  at.toISOString().replaceAll(/[-:.]/g, '').toLowerCase();
