/** The agents of a project, as a sentence goes on after "for". */
export function agentsText(agents: readonly string[]): string {
  return agents.length === 0 ? 'no agent' : agents.join(', ');
}
