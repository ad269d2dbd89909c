/** The fields of a driver's error that both engines have; an empty text for a field that is missing. */
export interface DriverError {
  readonly code: string;
  readonly message: string;
  readonly detail: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The driver's error, which TypeORM wraps. */
export function driverErrorOf(error: unknown): DriverError {
  const outer = (error ?? {}) as { readonly driverError?: unknown };
  const { code, message, detail } = (outer.driverError ?? outer) as Record<string, unknown>;
  return { code: text(code), message: text(message), detail: text(detail) };
}
