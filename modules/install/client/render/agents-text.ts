/** The agents of a project, as the end of a sentence after "for". */
export function agentsText(agents: readonly string[]): string {
  return agents.length === 0 ? 'no agent' : agents.join(', ');
}
