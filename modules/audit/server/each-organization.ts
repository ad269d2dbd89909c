/**
 * Runs an action for each organization, one after the other. A failure does not affect the others; all errors are
 * thrown together at the end as `AggregateError`.
 */
export async function eachOrganization(
  ids: AsyncIterable<string>,
  work: (id: string) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for await (const id of ids) await work(id).catch((error: unknown) => errors.push(error));
  if (errors.length > 0)
    throw new AggregateError(errors, `it failed for ${errors.length} organizations`);
}
