/** What is wrong with an answer that may not be empty. */
export const someText = (answer: string): string | undefined =>
  answer.trim() === '' ? 'It cannot be empty.' : undefined;
