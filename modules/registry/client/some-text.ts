/** The error for an empty answer. */
export const someText = (answer: string): string | undefined =>
  answer.trim() === '' ? 'It cannot be empty.' : undefined;
