import type { Constructor, ModuleDeclaration } from 'svc-registry/kernel';
import { injectedKeys } from '../../../kernel/di/module-container.js';
import { serverPackageNeeded } from '../contract/errors.js';
import { notCheckedHere, problem, reasonOf, type Finding } from './finding.js';
import type { Subject } from './subject.js';

interface Piece {
  /** Its name, for the message. */
  readonly name: string;
  readonly load: () => Promise<unknown>;
  /** The kind of value that is expected; `fits` checks it. */
  readonly kind: string;
  readonly fits: (loaded: unknown) => boolean;
}

const isFunction = (loaded: unknown): boolean => typeof loaded === 'function';

function hasRun(loaded: unknown): boolean {
  return (
    isFunction(loaded) &&
    typeof (loaded as { prototype?: { run?: unknown } }).prototype?.run === 'function'
  );
}

/** Everything that a declaration imports on demand. */
function piecesOf({ operations = [], contributes = [] }: ModuleDeclaration): Piece[] {
  const pieces = [
    ...operations.flatMap(({ operation: { id }, run, text }) => [
      { name: `the handler of "${id}"`, load: run, kind: 'a class with `run`', fits: hasRun },
      { name: `the renderer of "${id}"`, load: text, kind: 'a function', fits: isFunction },
    ]),
    ...contributes.map(({ id, point, load }) => ({
      name: `the contribution "${id}" at "${point}"`,
      load,
      kind: 'something',
      fits: (loaded: unknown) => loaded !== undefined,
    })),
  ];
  return pieces.flatMap(({ load, ...piece }) => (load === undefined ? [] : { load, ...piece }));
}

const isClass = (loaded: unknown): loaded is Constructor<unknown> =>
  typeof loaded === 'function' && /^class\b/.test(Function.prototype.toString.call(loaded));

interface Checking {
  /** Whether this package of svc has the server, and with it the ORM. */
  readonly serverInstalled: boolean;
}

const MISSING_ORM = /^Cannot find (?:package|module) 'typeorm'/;

/** Whether code fails because it is a server's, which this package of svc cannot load. */
const needsServer = (error: unknown, { serverInstalled }: Checking): boolean =>
  !serverInstalled && (serverPackageNeeded.is(error) || MISSING_ORM.test(reasonOf(error)));

async function check({ name, load, kind, fits }: Piece, checking: Checking): Promise<Finding[]> {
  let loaded: unknown;
  try {
    loaded = await load();
  } catch (error) {
    return [
      needsServer(error, checking)
        ? notCheckedHere(name)
        : problem(`${name} cannot be loaded: ${reasonOf(error)}`),
    ];
  }
  return problemsOf(loaded, { name, kind, fits }).map((message) => problem(message));
}

function problemsOf(loaded: unknown, { name, kind, fits }: Omit<Piece, 'load'>): string[] {
  if (!fits(loaded)) return [`${name} is not ${kind}`];
  try {
    if (isClass(loaded)) injectedKeys(loaded);
    return [];
  } catch (error) {
    return [`${name} cannot be built: ${reasonOf(error)}`];
  }
}

/** Checks that all code which the declaration refers to exists and is of the right kind. */
export async function checkCode(subject: Subject, checking: Checking): Promise<Finding[]> {
  const declaration = await subject.declaration();
  const findings: Finding[] = [];
  for (const piece of piecesOf(declaration)) findings.push(...(await check(piece, checking)));
  const file = subject.relative(subject.files.module);
  return findings.map((finding) => ({ ...finding, file }));
}
