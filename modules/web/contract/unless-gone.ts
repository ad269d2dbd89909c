import { isSvcError } from 'svc-registry/kernel';

/** `undefined` for what is not there any more: of two clicks on the button that removes something, the second one finds it removed. */
export async function unlessGone<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (isSvcError(error) && [404, 410].includes(error.status)) return undefined;
    throw error;
  }
}
