/**
 * The folder that the agent started the runner in. For a folder that was deleted, its name is used; the event's own folder takes precedence
 * anyway.
 */
export function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env['PWD'] ?? '/';
  }
}
