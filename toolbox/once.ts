/** Makes a value at the first call; later calls return the same one. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Passes each text on only once, because several independent callers may report the same. */
export function eachOnce(say: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) say(text);
    said.add(text);
  };
}

/** Does work at the first call; later calls wait for the same result. After a failure the next call tries again. */
export function onceDone<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () =>
    (result ??= work().catch((error: unknown) => {
      result = undefined;
      throw error;
    }));
}
