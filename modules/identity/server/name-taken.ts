import { isUniqueViolation } from '../../persistence/contract/db.js';
import { nameTaken } from '../contract/errors.js';

/** Stores a new object. Throws `name_taken` when its name was stored at the same moment. */
export async function withUniqueName<T>(
  object: { readonly kind: string; readonly name: string },
  store: () => Promise<T>,
): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(object, { cause: error });
    throw error;
  }
}
