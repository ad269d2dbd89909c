/** Where the links of a document lead. */
import { posix } from 'node:path';

/** The path in the bundle that a link names, and the anchor; `undefined` for addresses, anchors alone and placeholders. */
export function localTarget(
  file: string,
  target: string,
): { readonly path: string; readonly written: string } | undefined {
  const [withQuery = ''] = target.split('#', 1);
  const [written = ''] = withQuery.split('?', 1);
  if (written === '' || !isLocal(written)) return undefined;
  const path = posix.join(posix.dirname(file), decoded(written)).replace(/\/$/, '');
  return { path, written };
}

const isLocal = (target: string): boolean =>
  !/^[a-z][a-z0-9+.-]*:/i.test(target) &&
  !target.startsWith('/') &&
  !/^[@~#]/.test(target) &&
  !/[{}<>$*|\s]|\.\.\./.test(target);

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Whether a path leads out of the bundle. */
export const leadsOut = (path: string): boolean => path === '..' || path.startsWith('../');
