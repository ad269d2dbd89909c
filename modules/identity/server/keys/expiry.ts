const WARNING_MS = 7 * 24 * 60 * 60 * 1000;

/** True from seven days before a key expires. */
export function expiresSoon(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() <= WARNING_MS;
}
