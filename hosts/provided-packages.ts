import Module, { createRequire, register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Packages that the program provides to the modules it loads, so that there is one kernel, one ORM and one container for all, and where each is
 * found. The package of the client names its own in its `package.json`: it has no ORM, and the container is part of it.
 */
const PROVIDED: Readonly<Record<string, string>> = {
  'svc-registry': 'svc-registry',
  typeorm: 'typeorm',
  tsyringe: 'tsyringe',
};

interface OwnPackage {
  readonly svc?: { readonly provides?: Readonly<Record<string, string>> };
}

// the package's own folder, relative to where tsc writes this file
const own = fileURLToPath(new URL('../../package.json', import.meta.url));

/** Answers the name to look for in the package's own folder, if it provides what is named. Its text runs in the thread of the hooks too. */
function providedName(specifier: string, provided: typeof PROVIDED): string | undefined {
  const [name = ''] = specifier.split('/', 1);
  if (!Object.hasOwn(provided, name)) return undefined;
  return `${String(provided[name])}${specifier.slice(name.length)}`;
}

/** Runs in node's thread for loader hooks, and therefore cannot access this file. */
const hooks = `
const providedName = ${providedName.toString()};
let provided, own;
export function initialize(given) { ({ provided, own } = given); }
export function resolve(specifier, context, next) {
  const name = providedName(specifier, provided);
  return name === undefined ? next(specifier, context) : next(name, { ...context, parentURL: own });
}`;

type Resolve = (
  request: string,
  parent: { readonly filename?: string } | undefined,
  ...rest: unknown[]
) => string;

/** Redirects `require`, by an internal function of node: Node 20 lacks `registerHooks`, the public API for it. */
function provideToCommonJs(provided: typeof PROVIDED): void {
  const loader = Module as unknown as { _resolveFilename: Resolve };
  const original = loader._resolveFilename;
  const ownRequire = createRequire(own);
  loader._resolveFilename = function (this: unknown, request, parent, ...rest) {
    const name = parent?.filename === own ? undefined : providedName(request, provided);
    return name === undefined
      ? original.call(this, request, parent, ...rest)
      : ownRequire.resolve(name);
  };
}

let done = false;

/**
 * From now on, imports and `require` of `svc-registry/…`, `typeorm` and `tsyringe` resolve to the program's own copies. With a second copy in
 * a module's folder, the decorators there would register inputs and tables where the program does not see them.
 */
export function providePackages(): void {
  if (done) return;
  done = true;
  const { svc } = createRequire(own)(own) as OwnPackage;
  const provided = svc?.provides ?? PROVIDED;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`, {
    data: { provided, own: pathToFileURL(own).href },
  });
  provideToCommonJs(provided);
}
