import type { Context, Located } from 'svc-registry/kernel';

/** The object that the operation's access names. Its absence is a mistake in the declaration. */
export function targetOf<T>({ target }: Context): Located<T> {
  if (target === undefined) throw new Error('This operation needs an access that names an object.');
  return target as Located<T>;
}
