import {
  isSvcError,
  notFound,
  serverUnreachable,
  type Ask,
  type Context,
} from 'svc-registry/kernel';
import { sourceInvalid } from '../../contract/errors.js';
import type { RegistryClient } from '../fetch/registry-client.js';
import { isPluginName } from '../project/paths.js';
import { validVersion } from '../project/versions.js';
import { parseSource, type PluginSource } from './source.js';

/** `<owner>/<repo>[/<folder>][@<skill, version or commit>]`: may mean a repository, and only a person says that it does. */
export interface Shorthand {
  /** `git:<owner>/<repo>[/<folder>][#<ref>]`. */
  readonly source: string;
  /** The one skill that is meant. */
  readonly skill: string | undefined;
  /** `<owner>/<repo>`, where that could be a plugin of the registry. */
  readonly plugin: string | undefined;
}

const SHAPE =
  /^(?<path>[a-z\d][a-z\d-]{0,38}\/(?!\.{1,2}(?:[/@#]|$))[\w.-]{1,100}(?:\/(?!\.{1,2}(?:[/@#]|$))[^\s/@#\\]+)*)(?:@(?<at>[^\s@#/]+))?(?:#(?<ref>\S+))?$/i;
const COMMIT = /^[\da-f]{7,64}$/;

/** `undefined` for what can be no address of a repository. */
export function readShorthand(text: string): Shorthand | undefined {
  const { path, at, ref: named } = SHAPE.exec(text)?.groups ?? {};
  if (path === undefined || (at !== undefined && named !== undefined)) return undefined;
  const { ref, skill } = at === undefined ? { ref: named } : meaningOfAt(at);
  return {
    source: ref === undefined ? `git:${path}` : `git:${path}#${ref}`,
    skill,
    plugin: isPluginName(path) ? path : undefined,
  };
}

function meaningOfAt(at: string): { readonly ref?: string; readonly skill?: string } {
  if (at === 'latest') return {};
  return COMMIT.test(at) || validVersion(at) ? { ref: at } : { skill: at };
}

interface Circumstances {
  readonly cwd: string;
  readonly env: Context['env'];
  readonly registry: Pick<RegistryClient, 'latest'>;
  /** The person who may say that a repository is meant; left out where none can, or none wants to be asked. */
  readonly person?: Pick<Ask, 'confirm'> | undefined;
  /** Who reads what to do instead. */
  readonly reader: 'person' | 'agent';
}

interface Named {
  /** What it is by the rules; `undefined` for what is nothing but a shorthand. */
  readonly source: PluginSource | undefined;
  readonly shorthand: Shorthand | undefined;
  /** Why it is not a source by the rules. */
  readonly error?: unknown;
}

/** What a command's sources mean. */
export interface Meant {
  readonly sources: readonly PluginSource[];
  /** The skills that `@<skill>` names. */
  readonly skills: readonly string[];
}

/**
 * Requests the plugins that a person has named. What names no plugin of the registry for them, and could be a repository on the git host,
 * is requested from there if the person agrees. In any other case the error stands, and its hint is the exact command.
 */
export async function requestMeant<T>(
  texts: readonly string[],
  circumstances: Circumstances,
  request: (meant: Meant) => Promise<T>,
): Promise<T> {
  const named = texts.map((text) => readNamed(text, circumstances));
  const plain = named.flatMap(({ source }) => source ?? []);
  let absence: { readonly error: unknown } | undefined;
  if (plain.length === named.length) {
    try {
      return await request({ sources: plain, skills: [] });
    } catch (error) {
      if (!isAbsence(error) || named.every(({ shorthand }) => shorthand === undefined)) throw error;
      absence = { error };
    }
  }
  const meanings: Meant[] = [];
  // one question after the other
  for (const one of named) meanings.push(await meaningOf(one, circumstances));
  const sources = meanings.flatMap((meaning) => meaning.sources);
  if (absence !== undefined && sources.every((source) => plain.includes(source)))
    throw absence.error;
  return request({ sources, skills: meanings.flatMap(({ skills }) => skills) });
}

function readNamed(text: string, { cwd, env }: Circumstances): Named {
  try {
    const source = parseSource(text, cwd, env);
    return { source, shorthand: source.kind === 'registry' ? readShorthand(text) : undefined };
  } catch (error) {
    const shorthand = readShorthand(text);
    if (!sourceInvalid.is(error) || shorthand === undefined) throw error;
    return { source: undefined, shorthand, error };
  }
}

async function meaningOf(named: Named, circumstances: Circumstances): Promise<Meant> {
  const { shorthand, error } = named;
  const asItReads = { sources: named.source === undefined ? [] : [named.source], skills: [] };
  if (shorthand === undefined) return asItReads;
  const { source: text, skill, plugin } = shorthand;
  const absence =
    plugin === undefined ? undefined : await absenceOf(plugin, circumstances.registry);
  if (plugin !== undefined && absence === undefined) {
    if (named.source === undefined) throw registryHint(error, shorthand);
    return asItReads;
  }
  const source = parseSource(text, circumstances.cwd, circumstances.env);
  if (!(await agrees(shorthand, source, { absence, circumstances })))
    throw withHint(
      absence ?? error,
      commandHint(shorthand, { source, reader: circumstances.reader }),
    );
  return { sources: [source], skills: skill === undefined ? [] : [skill] };
}

/** Absent and invisible are the same answer, and so is a registry that cannot be asked. */
function isAbsence(error: unknown): boolean {
  return notFound.is(error) || serverUnreachable.is(error);
}

async function absenceOf(
  plugin: string,
  registry: Pick<RegistryClient, 'latest'>,
): Promise<unknown> {
  try {
    await registry.latest(plugin);
    return undefined;
  } catch (error) {
    if (isAbsence(error)) return error;
    throw error;
  }
}

async function agrees(
  { source: flag, skill }: Shorthand,
  source: PluginSource,
  { absence, circumstances }: { absence: unknown; circumstances: Circumstances },
): Promise<boolean> {
  const { person } = circumstances;
  if (person === undefined) return false;
  const why =
    absence === undefined
      ? 'That is not the name of a plugin.'
      : serverUnreachable.is(absence)
        ? 'The registry cannot be reached.'
        : 'There is no such plugin for you here.';
  const what = skill === undefined ? '' : `the skill ${skill} of `;
  const message = `${why} Install ${what}${repositoryText(source)}?`;
  return person.confirm({ message, flag, initial: false });
}

function repositoryText(source: PluginSource): string {
  if (source.kind !== 'git') return 'it';
  const { host, repository, path } = source;
  const folder = path === '' ? '' : `the folder ${path} of `;
  return `${folder}the repository ${host}/${repository}`;
}

function commandHint(
  { source: text, skill }: Shorthand,
  { source, reader }: { source: PluginSource; reader: Circumstances['reader'] },
): string {
  const what = `If you mean ${repositoryText(source)}`;
  if (reader === 'person')
    return `${what}: \`svc install ${text}${skill === undefined ? '' : ` --skill ${skill}`}\`.`;
  const skills = skill === undefined ? '' : ` and \`skills\` ${JSON.stringify([skill])}`;
  return `${what}, call \`install\` with \`packageName\` "${text}"${skills}.`;
}

/** The plugin is there: what follows its name is neither a version nor a commit. */
function registryHint(error: unknown, { plugin = '', skill }: Shorthand): unknown {
  return skill === undefined
    ? error
    : withHint(
        error,
        `${plugin} is a plugin. For one of its skills: \`svc install ${plugin} --skill ${skill}\`.`,
      );
}

/** The same error with the hint; what it hinted at before comes first, unless that was about the form of sources. */
function withHint(error: unknown, hint: string): unknown {
  if (!isSvcError(error)) return error;
  const isAboutForm = error.code === sourceInvalid.spec.code;
  const before = isAboutForm || error.hint === undefined ? '' : `${error.hint} `;
  return Object.assign(error, { hint: `${before}${hint}` });
}
