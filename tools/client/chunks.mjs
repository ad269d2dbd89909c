// Which files of the bundle belong to the client, and which of them it must not have: what esbuild says of the bundle tells.
import { isBuiltin } from 'node:module';
import { basename } from 'node:path';

const SERVER = /^dist\/(modules\/[^/]+\/server|hosts\/(http|worker))\//;

const isLoadedAtOnce = ({ kind }) => kind !== 'dynamic-import';

/** Packages outside of the bundle. The client's has no dependencies. */
const isForeign = ({ external, path }) => external && !isBuiltin(path) && !path.startsWith('./');

/**
 * What is reached from the entries, as names of files. A file that is code of a server, or that needs a package from outside as soon as it is
 * loaded, is `absent`, and nothing is followed through it. Throws when an entry itself needs such a file in order to start.
 */
export function chunksOf({ outputs }, entries) {
  const present = new Set();
  const absent = new Set();

  const needed = (path, seen = new Set()) => {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const { path: next } of ownImports(path).filter(isLoadedAtOnce)) needed(next, seen);
    return seen;
  };
  const ownImports = (path) => outputs[path].imports.filter(({ external }) => !external);
  const isAbsent = (path) =>
    SERVER.test(outputs[path].entryPoint ?? '') ||
    [...needed(path)].some((part) => outputs[part].imports.some(isForeign));

  const visit = (path) => {
    if (present.has(path) || absent.has(path)) return;
    if (isAbsent(path)) return void absent.add(path);
    present.add(path);
    for (const { path: next } of ownImports(path)) visit(next);
  };
  for (const entry of entries) visit(`dist/bin/${entry}.cjs`);
  const names = (paths) => [...paths].map((path) => basename(path)).sort();
  return { present: names(present), absent: names(absent) };
}
