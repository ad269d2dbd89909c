import { notFound, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { candidatesKey, type Candidates, type CandidatesOf } from '../../../install/contract/candidates.js';
import type { InstallCandidate } from '../../../install/contract/policies.js';
import type { EvaluatedPlugin, EvaluatedPlugins, EvaluatePluginsInput } from '../../contract/dto/commands.js';
import type { EvaluationView, SourceVerdict } from '../../contract/dto/evaluation.js';
import type { PolicyTargetRef } from '../../contract/dto/policy.js';
import { evaluateInstall, evaluatePolicy } from '../../contract/operations.js';
import { linkedProject } from '../linked-project.js';
import { namedPlace } from '../place.js';
import { MOST_AT_ONCE, sourceOf } from '../server-policy.js';

/** `svc policy evaluate`. */
@injectable()
export class EvaluatePluginsHandler implements Handler<EvaluatePluginsInput, EvaluatedPlugins> {
  constructor(@inject(candidatesKey) private readonly candidates: Candidates) {}

  async run({ source = [], mode, ...place }: EvaluatePluginsInput, context: Context): Promise<EvaluatedPlugins> {
    const named = namedPlace(place);
    const found = await this.candidates.of(source, context);
    const asked = { ...found, mode: mode ?? found.mode };
    const results: EvaluatedPlugin[] = [];
    for (let from = 0; from < found.candidates.length; from += MOST_AT_ONCE) {
      const part = found.candidates.slice(from, from + MOST_AT_ONCE);
      const view = await ask({ ...asked, candidates: part }, named, context);
      results.push(...part.map((candidate, at) => evaluated(candidate, view.results[at])));
    }
    return { results, blocked: results.filter(({ decision }) => decision === 'block').map((result) => result.source) };
  }
}

/** By the place that was named, else by the workspace of the project, else by those of where the caller belongs. */
async function ask(
  { candidates, mode, project }: CandidatesOf,
  named: PolicyTargetRef | undefined,
  context: Context,
): Promise<EvaluationView> {
  const question = { sources: candidates.map(sourceOf), ...(mode !== null && { mode }) };
  if (named !== undefined) return context.invoke(evaluatePolicy, { ...question, targetType: named.targetType, targetId: named.targetId });
  const linked = linkedProject(project);
  try {
    return await context.invoke(evaluateInstall, { ...question, ...linked });
  } catch (error) {
    if (linked === undefined || !notFound.is(error)) throw error;
    context.progress.note(`You have no part in the workspace "${linked.workspace}" of this project: what holds for you is asked.`);
    return context.invoke(evaluateInstall, question);
  }
}

/** What there is no answer about is not allowed. */
function evaluated({ name, source }: InstallCandidate, verdict: SourceVerdict | undefined): EvaluatedPlugin {
  const called = source.kind === 'registry' ? `${name}@${source.version}` : name;
  if (verdict === undefined) return { source: called, decision: 'block', reasons: [], fallbackVersion: null };
  return { source: called, decision: verdict.decision, reasons: verdict.reasons, fallbackVersion: verdict.fallbackSource?.version ?? null };
}
