import Module, { createRequire, register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Packages that the program provides to the modules it loads, so that there is one kernel, one ORM and one container for all. */
const PROVIDED = /^(svc-registry|typeorm|tsyringe)(\/|$)/;

// the package's own folder, relative to where tsc writes this file
const own = fileURLToPath(new URL('../../package.json', import.meta.url));

/** Runs in node's thread for loader hooks, and therefore cannot access this file. */
const hooks = `
let provided, own;
export function initialize(given) { ({ provided, own } = given); }
export function resolve(specifier, context, next) {
  return next(specifier, provided.test(specifier) ? { ...context, parentURL: own } : context);
}`;

type Resolve = (
  request: string,
  parent: { readonly filename?: string } | undefined,
  ...rest: unknown[]
) => string;

/** Redirects `require`, by an internal function of node: Node 20 lacks `registerHooks`, the public API for it. */
function provideToCommonJs(): void {
  const loader = Module as unknown as { _resolveFilename: Resolve };
  const original = loader._resolveFilename;
  const ownRequire = createRequire(own);
  loader._resolveFilename = function (this: unknown, request, parent, ...rest) {
    if (PROVIDED.test(request) && parent?.filename !== own) return ownRequire.resolve(request);
    return original.call(this, request, parent, ...rest);
  };
}

let provided = false;

/**
 * From now on, imports and `require` of `svc-registry/…`, `typeorm` and `tsyringe` resolve to the program's own copies. With a second copy in
 * a module's folder, the decorators there would register inputs and tables where the program does not see them.
 */
export function providePackages(): void {
  if (provided) return;
  provided = true;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`, {
    data: { provided: PROVIDED, own: pathToFileURL(own).href },
  });
  provideToCommonJs();
}
