const PART_SECONDS = 3;

/**
 * What a part of a page answers. Rejects when it takes longer than three seconds, so that no module holds up a page of another one;
 * the work of the part is not interrupted, and what it answers later is dropped.
 */
export async function partAnswer<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The part has not answered within ${PART_SECONDS} seconds.`));
    }, PART_SECONDS * 1000);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
