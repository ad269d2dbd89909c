import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  invalidInput,
  isSvcError,
  type Caller,
  type HostInfo,
  type Log,
  type ModuleDeclaration,
} from 'svc-registry/kernel';
import {
  createKernel,
  inlineSource,
  type Kernel,
  type ModuleSource,
} from '../../../kernel/index.js';
import { problem, reasonOf, type Finding } from './finding.js';
import type { Subject } from './subject.js';

export type FacetName = HostInfo['facet'];

export interface Trial {
  readonly facet: FacetName;
  readonly builtIn: readonly ModuleSource[];
  /** Further modules from outside that are loaded. */
  readonly beside: readonly ModuleSource[];
  /** The module replaces the one with the same id among these. */
  readonly instead: boolean;
  /** An empty database; default is a new SQLite file. */
  readonly database?: string | undefined;
}

/** No operation has a field of this name. */
const UNKNOWN = { 'no such field': true };

/** A signed-in caller, because an anonymous one would be refused before the input is validated. */
const CALLER: Caller = {
  kind: 'user',
  id: '00000000-0000-4000-8000-000000000000',
  label: 'module check',
};

function nothing(): void {
  // problems are reported as findings
}

const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Checks that the handler of each of the facet's operations can be built, and that it refuses an unknown field. */
async function tryOperations(
  kernel: Kernel,
  { id, operations = [] }: ModuleDeclaration,
  facet: FacetName,
): Promise<string[]> {
  const services = await kernel.services(id);
  const messages: string[] = [];
  for (const { operation, run } of operations) {
    if (operation.runsAt !== facet || run === undefined) continue;
    try {
      services.build(await run());
      await kernel.invoke(operation.id, UNKNOWN, { caller: CALLER });
      messages.push(`operation "${operation.id}" accepts a field that it does not have`);
    } catch (error) {
      if (!invalidInput.is(error))
        messages.push(`operation "${operation.id}" cannot be run: ${causeOf(error)}`);
    }
  }
  return messages;
}

/** The cause of an error. Internal errors hide it from callers, but the module's author needs it. */
function causeOf(error: unknown): string {
  return reasonOf(isSvcError(error) && error.cause !== undefined ? error.cause : error);
}

async function attempt(
  kernel: Kernel,
  declaration: ModuleDeclaration,
  { origin, facet }: { origin: string; facet: FacetName },
) {
  const fault = () =>
    kernel.modules().find((module) => module.origin === origin && module.code !== undefined);
  if (fault() === undefined) await kernel.services(declaration.id).catch(nothing);
  const { code, cause } = fault() ?? {};
  if (code !== undefined) return [`${code}: ${cause ?? ''}`];
  return tryOperations(kernel, declaration, facet);
}

/** Starts the module together with the built-in ones in a temporary folder, and stops it again. */
export async function tryModule(
  subject: Subject,
  { facet, builtIn, beside, instead, database }: Trial,
): Promise<Finding[]> {
  const [declaration, manifest] = await Promise.all([subject.declaration(), subject.manifest()]);
  const origin = subject.packageFile;
  const home = await mkdtemp(join(tmpdir(), 'svc-check-'));
  const env = { SVC_DATA_DIR: join(home, 'server'), SVC_DATABASE_URL: database };
  const host: HostInfo = {
    facet,
    version: '0.0.0',
    env,
    home,
    log: silent,
    fetch,
    clock: () => new Date(),
  };
  const others = beside.filter(
    (other) => other.origin !== origin && !(instead && other.id === declaration.id),
  );
  const sources = [...builtIn, ...others, inlineSource(declaration, { origin, manifest })];
  const kernel = await createKernel({ facet, sources, host });
  try {
    const messages = await attempt(kernel, declaration, { origin, facet });
    const where =
      facet === 'client'
        ? "on the user's machine"
        : `on a server with ${database?.split(':')[0] ?? 'sqlite'}`;
    return messages.map((message) =>
      problem(`${where}: ${message}`, { file: subject.relative(subject.files.module) }),
    );
  } finally {
    await kernel.stop();
    await rm(home, { recursive: true, force: true });
  }
}
