import { readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isNowhere, ifThere } from '../../../toolbox/file-errors.js';
import { parsedJson } from '../../../toolbox/parsed-json.js';
import { fieldsOf } from '../../../toolbox/type-guards.js';
import { agentNotInstalled, agentVersionUnfit } from '../contract/errors.js';

const PACKAGE = '@earendil-works/pi-coding-agent';
/** Our extension uses inner parts of it, so that another minor version may not be safe. */
const FITS = /^0\.74\.(?:[2-9]|\d\d+)$/;

/** An installed pi. */
export interface Pi {
  /** Absolute folder of the package. */
  readonly folder: string;
  /** Absolute path of its program, for node. */
  readonly program: string;
}

interface Found extends Pi {
  readonly version: string;
}

const there = <T>(look: Promise<T>): Promise<T | undefined> => ifThere(look, isNowhere);

async function packageIn(folder: string): Promise<Found | undefined> {
  const text = await there(readFile(join(folder, 'package.json'), 'utf8'));
  const { name, version, bin } = fieldsOf(text === undefined ? undefined : parsedJson(text));
  const { pi } = fieldsOf(bin);
  if (name !== PACKAGE || typeof version !== 'string' || typeof pi !== 'string') return undefined;
  return { folder, program: join(folder, pi), version };
}

/** Beside us: our own `node_modules`, or the folder of global packages that we are installed in. */
function besideUs(): readonly string[] {
  const folders = createRequire(import.meta.url).resolve.paths(PACKAGE) ?? [];
  return folders.map((folder) => join(folder, PACKAGE));
}

function isInside(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return !isAbsolute(inner) && inner.split(sep)[0] !== '..';
}

interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that the agent works in. */
  readonly cwd?: string;
}

/** Where `pi` on PATH comes from. Nothing of the project counts: a repository must not choose the program. */
async function onPath({ env, cwd }: Machine): Promise<readonly string[]> {
  const names = process.platform === 'win32' ? [] : ['pi'];
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  const project = cwd === undefined ? undefined : await realpath(cwd);
  const programs = await Promise.all(
    folders.flatMap((folder) => names.map((name) => there(realpath(join(folder, name))))),
  );
  return programs
    .filter((program) => program !== undefined)
    .filter((program) => project === undefined || !isInside(project, program))
    .map((program) => dirname(dirname(program)));
}

/** The pi to start: the one that is named, otherwise the first that fits, beside us or on PATH. Throws `agent_not_installed` or `agent_version_unfit`. */
export async function findPi(machine: Machine): Promise<Pi> {
  const named = machine.env['SVC_AGENT_PI'] ?? '';
  const folders = named === '' ? [...besideUs(), ...(await onPath(machine))] : [named];
  let unfit: Found | undefined;
  for (const folder of folders) {
    const found = await packageIn(folder);
    if (found !== undefined && FITS.test(found.version)) return found;
    unfit ??= found;
  }
  if (unfit === undefined) throw agentNotInstalled();
  throw agentVersionUnfit({ folder: unfit.folder, version: unfit.version });
}
