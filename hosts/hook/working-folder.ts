/** Where the agent started us. A folder that is gone meanwhile has a name still, and what the event says counts more anyway. */
export function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env['PWD'] ?? '/';
  }
}
