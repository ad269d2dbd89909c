/** Looks again and again until there is something to see, and answers it. The time limit of the test is the only limit. */
export async function until<T>(
  look: () => T | false | undefined | Promise<T | false | undefined>,
): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen !== false && seen !== undefined) return seen;
    await new Promise((wake) => setTimeout(wake, 25));
  }
}
