import { notFound, type Context } from 'svc-registry/kernel';
import { batches } from '../../../toolbox/batches.js';
import type { InstallCandidate, PolicyScope } from '../../install/contract/policies.js';
import type { LinkedName } from '../../install/contract/project-files.js';
import type {
  EvaluateInstallInput,
  EvaluationView,
  PolicySourceInput,
} from '../contract/dto/evaluation.js';
import { evaluateInstall } from '../contract/operations.js';

/** The server's limit per request. */
const MOST_AT_ONCE = 200;

export type Question = Pick<EvaluateInstallInput, 'mode' | 'sources'>;

/** The questions about the candidates, one per request. */
export function* questionsAbout(
  candidates: readonly InstallCandidate[],
  mode: PolicyScope['mode'],
): Generator<{ readonly part: readonly InstallCandidate[]; readonly question: Question }> {
  for (const part of batches(candidates, MOST_AT_ONCE))
    yield { part, question: { sources: part.map(sourceOf), ...(mode !== null && { mode }) } };
}

function sourceOf({ name, source }: InstallCandidate): PolicySourceInput {
  if (source.kind === 'registry') return { kind: 'registry', name, version: source.version };
  return source.kind === 'git'
    ? { kind: 'git', host: source.host, path: source.path }
    : { kind: 'file' };
}

interface Asking {
  /** `undefined` for a project without a link. */
  readonly linked: LinkedName | undefined;
  readonly context: Pick<Context, 'invoke' | 'signal'>;
  /** Called when the caller has no access to the project's workspace and the caller's own policies are used instead. */
  readonly onStrange?: (linked: LinkedName) => void;
}

/**
 * Evaluates by the policies of the linked project and its workspace, or else by those of the caller's own organization
 * or workspace. Throws `not_found` where there are none.
 */
export async function evaluated(
  question: Question,
  { linked, context, onStrange }: Asking,
): Promise<EvaluationView> {
  const { invoke, signal } = context;
  try {
    return await invoke(
      evaluateInstall,
      {
        ...question,
        ...(linked && { workspace: linked.workspace, project: linked.name }),
      },
      { signal },
    );
  } catch (error) {
    if (linked === undefined || !notFound.is(error)) throw error;
    onStrange?.(linked);
    return invoke(evaluateInstall, question, { signal });
  }
}
