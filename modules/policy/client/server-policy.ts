import { connectionKey, isSvcError, notFound, serverUnreachable, type ConnectionSource } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { InstallCandidate, InstallPolicy, PolicyContext, PolicyFinding } from '../../install/contract/policies.js';
import type { EvaluationView, PolicySourceInput, SourceVerdict } from '../contract/dto/evaluation.js';
import { policyUnreachable } from '../contract/errors.js';
import { evaluateInstall } from '../contract/operations.js';
import { levelWords } from '../contract/targets.js';

/** As many as the server decides about in one request. */
const MOST_AT_ONCE = 200;

/**
 * Asks the server about everything that is to be installed: by the policies of the project's workspace, else by those of where the
 * caller belongs. Nobody's policies hold for a stranger.
 */
@injectable()
export class ServerPolicy implements InstallPolicy {
  constructor(@inject(connectionKey) private readonly connections: ConnectionSource) {}

  async judge(candidates: readonly InstallCandidate[], context: PolicyContext): Promise<readonly PolicyFinding[]> {
    // no policy says anything about a folder of one's own
    const asked = candidates.filter(({ source }) => source.kind !== 'file');
    if (asked.length === 0) return [];
    const workspace = workspaceOf(context);
    const { token } = await this.connections.current();
    if (token === undefined) {
      if (workspace !== undefined) {
        context.progress.note(
          `You are not signed in: the install policy of the workspace "${workspace}" was not asked. Run \`svc login\`.`,
        );
      }
      return [];
    }
    try {
      return await this.ask(asked, workspace, context);
    } catch (error) {
      if (serverUnreachable.is(error)) return unknown(asked, error, context);
      throw error;
    }
  }

  private async ask(
    asked: readonly InstallCandidate[],
    workspace: string | undefined,
    context: PolicyContext,
  ): Promise<readonly PolicyFinding[]> {
    const findings: PolicyFinding[] = [];
    for (let from = 0; from < asked.length; from += MOST_AT_ONCE) {
      const part = asked.slice(from, from + MOST_AT_ONCE);
      const results = await verdicts(part, workspace, context);
      findings.push(...part.flatMap((candidate, at) => findingsOf(candidate, results[at])));
    }
    return findings;
  }
}

/** A linked project is called `<workspace>/<project>`. */
function workspaceOf({ place: { project = '' } }: PolicyContext): string | undefined {
  const at = project.indexOf('/');
  return at > 0 ? project.slice(0, at) : undefined;
}

function sourceOf({ name, source }: InstallCandidate): PolicySourceInput {
  if (source.kind === 'registry') return { kind: 'registry', name, version: source.version };
  return source.kind === 'git' ? { kind: 'git', host: source.host, path: source.path } : { kind: 'file' };
}

/** A project may belong to a workspace that the caller has no part in; then what holds is what holds for the caller. */
async function verdicts(
  part: readonly InstallCandidate[],
  workspace: string | undefined,
  context: PolicyContext,
): Promise<EvaluationView['results']> {
  const { place, signal, progress, invoke } = context;
  const input = { sources: part.map(sourceOf), ...(place.mode !== null && { mode: place.mode }) };
  try {
    return (await invoke(evaluateInstall, { ...input, ...(workspace !== undefined && { workspace }) }, { signal })).results;
  } catch (error) {
    if (!notFound.is(error)) throw error;
    if (workspace !== undefined) return await verdicts(part, undefined, context);
    progress.note('The server knows no install policy for you: none was asked.');
    return [];
  }
}

function findingsOf({ name }: InstallCandidate, verdict: SourceVerdict | undefined): readonly PolicyFinding[] {
  const fallbackVersion = verdict?.fallbackSource?.version;
  return (verdict?.reasons ?? []).map(({ kind, level, message, policyLevels }) => ({
    ...{ name, level, rule: kind, message },
    ...(policyLevels.length > 0 && { hint: `So says the policy of the ${levelWords(policyLevels)}.` }),
    ...(kind === 'release-age' && fallbackVersion !== undefined && { fallbackVersion }),
  }));
}

/** What the lock names was decided about when it came in. Anything new waits until somebody can decide. */
function unknown(asked: readonly InstallCandidate[], error: unknown, { progress }: PolicyContext): readonly PolicyFinding[] {
  const fresh = asked.find(({ locked }) => !locked);
  if (fresh !== undefined) throw policyUnreachable({ name: fresh.name, why: isSvcError(error) ? error.message : '' }, { cause: error });
  progress.warn(
    `The server cannot be reached: the install policy was not asked about ${asked.map(({ name }) => name).join(', ')}, which the lock names.`,
  );
  return [];
}
