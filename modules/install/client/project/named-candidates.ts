import type { Context } from 'svc-registry/kernel';
import { sourceInvalid, projectMissing } from '../../contract/errors.js';
import type { CandidatesOf } from '../../contract/candidates.js';
import type { InstallCandidate } from '../../contract/policies.js';
import { effectiveMode, readProjectState, type ProjectState } from './project-state.js';
import {
  candidateSource,
  candidateSources,
  dependencySource,
  entryOf,
  parseSource,
  type PluginSource,
} from '../resolve/source.js';
import { findProject } from './project-root.js';

/** Reads the sources as they were typed, or `svc.json` with its lock. */
export async function namedCandidates(
  sources: readonly string[],
  { cwd, env }: Pick<Context, 'cwd' | 'env'>,
): Promise<CandidatesOf> {
  const scope = await findProject(cwd);
  if (scope === undefined && sources.length === 0) throw projectMissing({ folder: cwd });
  const given = sources.map((source) => typed(source, parseSource(source, cwd, env)));
  if (scope === undefined) return { project: undefined, mode: null, candidates: given };
  const state = readProjectState(scope);
  const candidates = given.length > 0 ? given : ofProject(state, scope.root);
  return {
    project: state.manifest?.name,
    mode: await effectiveMode(scope, state.manifest),
    candidates,
  };
}

function typed(text: string, source: PluginSource): InstallCandidate {
  if (source.kind !== 'registry')
    return {
      name: source.kind === 'file' ? text : source.text,
      source: candidateSource(source),
      locked: false,
    };
  if (source.commit !== undefined)
    throw sourceInvalid({
      source: text,
      why: 'policies are asked about versions, not about commits',
    });
  return { name: source.name, source: candidateSource(source), locked: false };
}

function ofProject({ manifest, lock }: ProjectState, root: string): readonly InstallCandidate[] {
  return [...(manifest?.dependencies ?? [])].flatMap(([name, { version, source, plugin }]) => {
    const locked = lock.plugins.get(name);
    if (source !== undefined && plugin !== undefined)
      return candidateSources(entryOf(dependencySource(source, root), plugin), {
        version: 'latest',
        ...locked,
      }).map((one) => ({ name, source: one, locked: locked !== undefined }));
    const parsed: PluginSource =
      source === undefined
        ? { kind: 'registry', name, version: locked?.version ?? version }
        : parseSource(source, root);
    return [{ name, source: candidateSource(parsed), locked: locked !== undefined }];
  });
}
