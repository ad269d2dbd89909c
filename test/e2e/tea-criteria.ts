/** The criteria of a scenario that wants a pot with the tea of the house. */
export const teaCriteria = (
  pattern: string,
  leaf = 'The leaf of the house',
): Readonly<Record<string, unknown>> => ({
  context: 'What the house drinks',
  type: 'weighted_checklist',
  checklist: [
    {
      name: leaf,
      description: 'What is in the pot comes out of the right drawer',
      max_score: 3,
      check: { type: 'pattern', path: 'tea.txt', pattern },
    },
    {
      name: 'Something to drink',
      description: 'The pot is not empty',
      max_score: 1,
      check: { type: 'file', path: 'tea.txt' },
    },
  ],
});
