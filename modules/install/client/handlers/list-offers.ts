import { isSvcError, usageError, type Context } from 'svc-registry/kernel';
import type { InstallInput } from '../../contract/inputs.js';
import type { ProjectChange, SourceOffer } from '../../contract/results.js';
import { allOffers, skillsOf } from '../fetch/catalogue/offers.js';
import type { Installer } from '../installer.js';
import { findProject } from '../project/project-root.js';
import { readProjectManifest, type ProjectManifest } from '../project/project-manifest.js';
import { effectiveMode } from '../project/project-state.js';
import { projectScope, type Scope } from '../project/scope.js';
import { userScope } from '../project/user-scope.js';
import type { ProjectTools } from '../project-tools.js';
import { presentOf } from '../resolve/present-parts.js';
import { namedVersion } from '../resolve/request.js';
import { parseSource, type DirectSource, type RegistrySource } from '../resolve/source.js';

interface ListParts {
  readonly scope: Scope;
  readonly manifest: ProjectManifest | undefined;
  readonly installer: Installer;
}

/** `svc install --list`: shows what sources offer. Needs no project and writes nothing. */
export async function listOffers(
  tools: ProjectTools,
  { source: named = [], global }: InstallInput,
  context: Context,
): Promise<ProjectChange> {
  if (named.length === 0)
    throw usageError({
      what: '--list shows what a source has, and none is named.',
      hint: '`svc list` shows what is installed.',
    });
  const scope =
    global === true
      ? await userScope(context.env, tools.agents().homeVariables)
      : ((await findProject(context.cwd)) ?? projectScope(context.cwd));
  const manifest = readProjectManifest(scope);
  const parts = { scope, manifest, installer: await tools.installer(context, scope) };
  const offers: SourceOffer[] = [];
  for (const text of named) {
    const source = parseSource(text, context.cwd, context.env);
    offers.push(
      ...(source.kind === 'registry'
        ? await offersOfRegistry(source, parts)
        : await offersOfSource(source, parts, context)),
    );
  }
  return {
    project: scope.root,
    mode: await effectiveMode(scope, manifest),
    agents: [...(manifest?.agents ?? [])],
    plugins: [],
    withdrawn: [],
    written: [],
    nextSteps: [],
    offers,
  };
}

async function offersOfRegistry(
  source: RegistrySource,
  { manifest, installer }: ListParts,
): Promise<readonly SourceOffer[]> {
  const { name } = source;
  const asked = await namedVersion(source, installer.registry);
  const version =
    asked === undefined || asked === 'latest'
      ? (await installer.registry.latest(name)).version
      : asked;
  const { contents } = await installer.fetcher.fetch({
    source: { kind: 'registry', name, version },
  });
  const current = manifest?.dependencies.get(name);
  const installed = current !== undefined && current.source === undefined;
  const { files, manifest: head } = contents;
  return [
    {
      kind: 'plugin',
      name,
      description: head.description,
      path: '',
      files: files.length,
      bytes: files.reduce((sum, { content }) => sum + content.length, 0),
      installed,
      withheld: null,
    },
    ...skillsOf(contents, installed),
  ];
}

async function offersOfSource(
  source: DirectSource,
  { scope, manifest, installer }: ListParts,
  { progress }: Pick<Context, 'progress'>,
): Promise<readonly SourceOffer[]> {
  const looked = await installer.fetcher.look(
    source,
    ({ rootPlugin }) => Promise.resolve(rootPlugin === undefined ? [] : [{ plugin: rootPlugin }]),
    { bytes: true },
  );
  const { catalogue } = looked;
  const readings = looked.readings.flatMap(({ selection, outcome }) =>
    isSvcError(outcome) ? [] : [{ selection, outcome }],
  );
  const failed = looked.readings.flatMap(({ outcome }) => (isSvcError(outcome) ? [outcome] : []));
  const present = presentOf(catalogue, { source, manifest, root: scope.root });
  const offers = allOffers(looked, { present, readings });
  const [first] = failed;
  if (first !== undefined && catalogue.plugins.length < 2) throw first;
  for (const { folder, why } of catalogue.bad)
    progress.warn(`${catalogue.name}: ${folder} cannot be read: ${why}.`);
  for (const { message } of failed) progress.warn(message);
  return offers;
}
