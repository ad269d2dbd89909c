import { basename } from 'node:path';
import { packageLocation, type PackageSource } from '../resolve/package-source.js';
import { nameOfNested } from './collection/plugin-names.js';
import { packageFiles, type PackageContext } from './download/package-files.js';
import type { Location } from './location.js';

/** What a package holds: read by the same code as a folder. */
export async function locationOfPackage(
  source: PackageSource,
  context: PackageContext,
): Promise<Location> {
  const { tree, version, exact } = await packageFiles(source, context);
  const { host, path } = packageLocation(source);
  const name = nameOfPackage(source);
  return {
    tree,
    root: '',
    source: exact.text,
    direct: source,
    name,
    whole: name,
    version,
    words: `${host}/${path}`,
    ...(exact.text !== source.text && { from: exact.text }),
  };
}

/** `<scope>/<package>`, `npm/<package>`, or `<host>/<file>`. */
function nameOfPackage(source: PackageSource): string {
  if (source.kind === 'archive') {
    const { host, path } = packageLocation(source);
    return nameOfNested(host, basename(path).replace(/\.(?:zip|tgz|tar\.gz)$/i, '') || 'archive');
  }
  const [scope, name] = source.package.startsWith('@')
    ? source.package.slice(1).split('/')
    : ['npm', source.package];
  return nameOfNested(scope ?? '', name ?? '');
}
