import Module, { createRequire, register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What the program brings for the modules that it loads, wherever they are installed: one kernel, one ORM, one container for all. */
const PROVIDED = /^(svc-registry|typeorm|tsyringe)(\/|$)/;

// the package's own folder, seen from where tsc puts this file
const own = fileURLToPath(new URL('../../package.json', import.meta.url));

/** Runs in node's thread for such hooks, and so knows nothing of this file. */
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

/** For \`require\`: node has no public way before \`registerHooks\`, which Node 20 lacks. */
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
 * From now on `svc-registry/…`, `typeorm` and `tsyringe` mean the program's own, for imports and for `require`. A second copy, which a
 * module's folder may well hold, would keep what its decorators say about inputs and tables to itself.
 */
export function providePackages(): void {
  if (provided) return;
  provided = true;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`, {
    data: { provided: PROVIDED, own: pathToFileURL(own).href },
  });
  provideToCommonJs();
}
