/** The places where an interruption hurts most. Tests end the process there to prove that nothing is left half-done. */
export const faultPoints = [
  'after-lock',
  'download',
  'verify',
  'stage',
  'journal',
  'rename-aside',
  'rename-in',
  'config-write',
  'cleanup',
  'release',
] as const;
export type FaultPoint = (typeof faultPoints)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

const passed = new Map<string, number>();

/** Ends the process without any clean-up when `SVC_FAULT` names this point, `<point>` or `<point>:<how many times to pass it>`. */
export function fault(env: Environment, point: FaultPoint): void {
  const wanted = env['SVC_FAULT'];
  if (wanted === undefined) return;
  const [name, times = '0'] = wanted.split(':');
  if (name !== point) return;
  const count = passed.get(point) ?? 0;
  passed.set(point, count + 1);
  if (count === Number(times)) process.kill(process.pid, 'SIGKILL');
}
