import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { candidatesKey, type Candidates } from '../../../install/contract/candidates.js';
import type { InstallCandidate } from '../../../install/contract/policies.js';
import { parseLinkedName } from '../../../install/contract/project-files.js';
import type {
  EvaluatedPlugin,
  EvaluatedPlugins,
  EvaluatePluginsInput,
} from '../../contract/dto/commands.js';
import type { SourceVerdict } from '../../contract/dto/evaluation.js';
import { evaluatePolicy } from '../../contract/operations.js';
import { evaluated, questionsAbout } from '../evaluation.js';
import { namedTarget } from '../requested-target.js';

/** `svc policy evaluate`: evaluates for the target that the flags name, or else as an install in this folder would. */
@injectable()
export class EvaluatePluginsHandler implements Handler<EvaluatePluginsInput, EvaluatedPlugins> {
  constructor(@inject(candidatesKey) private readonly candidates: Candidates) {}

  async run(
    { source = [], mode, ...flags }: EvaluatePluginsInput,
    context: Context,
  ): Promise<EvaluatedPlugins> {
    const named = namedTarget(flags);
    const found = await this.candidates.of(source, context);
    const linked = parseLinkedName(found.project);
    const onStrange = (project: { readonly workspace: string }): void => {
      context.progress.note(
        `You are not a member of the workspace "${project.workspace}" of this project: your own policies are used instead.`,
      );
    };
    const results: EvaluatedPlugin[] = [];
    for (const { part, question } of questionsAbout(found.candidates, mode ?? found.mode)) {
      const view =
        named === undefined
          ? await evaluated(question, { linked, context, onStrange })
          : await context.invoke(evaluatePolicy, { ...question, ...named });
      results.push(...part.map((candidate, at) => resultOf(candidate, view.results[at])));
    }
    return {
      results,
      blocked: results
        .filter(({ decision }) => decision === 'block')
        .map((result) => result.source),
    };
  }
}

/** A source for which the server gave no answer is not allowed. */
function resultOf(
  { name, source }: InstallCandidate,
  verdict: SourceVerdict | undefined,
): EvaluatedPlugin {
  const called = source.kind === 'registry' ? `${name}@${source.version}` : name;
  if (verdict === undefined)
    return { source: called, decision: 'block', reasons: [], fallbackVersion: null };
  return {
    source: called,
    decision: verdict.decision,
    reasons: verdict.reasons,
    fallbackVersion: verdict.fallbackSource?.version ?? null,
  };
}
