import {
  connectionKey,
  isSvcError,
  notFound,
  serverUnreachable,
  type ConnectionSource,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type {
  InstallCandidate,
  InstallPolicy,
  PolicyContext,
  PolicyFinding,
} from '../../install/contract/policies.js';
import { parseLinkedName, type LinkedName } from '../../install/contract/project-files.js';
import type { EvaluationView, SourceVerdict } from '../contract/dto/evaluation.js';
import { policyUnreachable } from '../contract/errors.js';
import { sourceOfRule } from '../contract/targets.js';
import { evaluated, questionsAbout, type Question } from './evaluation.js';

/**
 * Asks the server about everything that is about to be installed, by the policies of the project's workspace or else by
 * the caller's own. No policies apply to anonymous callers.
 */
@injectable()
export class ServerPolicy implements InstallPolicy {
  constructor(@inject(connectionKey) private readonly connections: ConnectionSource) {}

  async judge(
    candidates: readonly InstallCandidate[],
    context: PolicyContext,
  ): Promise<readonly PolicyFinding[]> {
    // policies do not apply to folders of this machine
    const asked = candidates.filter(({ source }) => source.kind !== 'file');
    if (asked.length === 0) return [];
    const linked = parseLinkedName(context.scope.project);
    const { token } = await this.connections.current();
    if (token === undefined) {
      noteUnchecked(linked, context);
      return [];
    }
    try {
      return await this.ask(asked, linked, context);
    } catch (error) {
      if (serverUnreachable.is(error)) return unknown(asked, error, context);
      // a caller with a rejected token counts as anonymous
      if (!isSvcError(error) || error.status !== 401) throw error;
      noteUnchecked(linked, context);
      return [];
    }
  }

  private async ask(
    asked: readonly InstallCandidate[],
    linked: LinkedName | undefined,
    context: PolicyContext,
  ): Promise<readonly PolicyFinding[]> {
    const findings: PolicyFinding[] = [];
    for (const { part, question } of questionsAbout(asked, context.scope.mode)) {
      const results = await verdicts(question, linked, context);
      if (results === undefined) return [];
      // a source for which the server gave no answer is not allowed
      if (results.length !== part.length)
        throw policyUnreachable({
          name: part[0]?.name ?? '',
          why: 'the server did not answer about everything.',
        });
      findings.push(...part.flatMap((candidate, at) => findingsOf(candidate, results[at])));
    }
    return findings;
  }
}

function noteUnchecked(linked: LinkedName | undefined, { progress }: PolicyContext): void {
  if (linked === undefined) return;
  progress.note(
    `You are not signed in: the install policy of the workspace "${linked.workspace}" was not checked. Run \`svc login\`.`,
  );
}

/** `undefined` when no policy applies to the caller. */
async function verdicts(
  question: Question,
  linked: LinkedName | undefined,
  context: PolicyContext,
): Promise<EvaluationView['results'] | undefined> {
  try {
    return (await evaluated(question, { linked, context })).results;
  } catch (error) {
    if (!notFound.is(error)) throw error;
    context.progress.note('The server has no install policy for you, so none was checked.');
    return undefined;
  }
}

function findingsOf(
  { name }: InstallCandidate,
  verdict: SourceVerdict | undefined,
): readonly PolicyFinding[] {
  const fallbackVersion = verdict?.fallbackSource?.version;
  return (verdict?.reasons ?? []).map(({ kind, level, message, policyLevels }) => ({
    name,
    level,
    rule: kind,
    message,
    ...(policyLevels.length > 0 && { hint: sourceOfRule(policyLevels) }),
    ...(kind === 'release-age' && fallbackVersion !== undefined && { fallbackVersion }),
  }));
}

/** Plugins in the lock file were allowed when they were first installed. New ones need the server's answer. */
function unknown(
  asked: readonly InstallCandidate[],
  error: unknown,
  { progress }: PolicyContext,
): readonly PolicyFinding[] {
  const fresh = asked.find(({ locked }) => !locked);
  if (fresh !== undefined)
    throw policyUnreachable(
      { name: fresh.name, why: isSvcError(error) ? error.message : '' },
      { cause: error },
    );
  progress.warn(
    `The server cannot be reached: the install policy was not checked for ${asked.map(({ name }) => name).join(', ')}, which the lock names.`,
  );
  return [];
}
