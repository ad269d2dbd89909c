import { staleState } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { teamPagesKey, type TeamFrame, type TeamPages } from '../../../identity/contract/index.js';
import {
  redirect,
  shownTime,
  view,
  type Page,
  type PageRequest,
} from '../../../web/contract/index.js';
import type { OwnPolicies, PolicyTargetRef } from '../../contract/dto/policy.js';
import { setPolicy, viewEffectivePolicy, viewPolicy } from '../../contract/operations.js';
import { atFields, documentsOf, formIn, formOf, isStored } from './policy-form.js';
import { choices, differingRows, effectiveRows, labels } from './policy-words.js';

const template = new URL('policy.njk', import.meta.url);

/** The target of policies that a page is about. */
export const targetOf = ({ kind, id }: TeamFrame): PolicyTargetRef => ({
  targetType: kind === 'workspace' ? 'workspace' : 'org',
  targetId: id,
});

/** The policies of a workspace or an organization: what holds, whose policy says so, and the editor of its own. */
@injectable()
export class PolicyPage implements Page {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: PageRequest) {
    const { invoke, problem, form } = request;
    const frame = await this.pages.frame(request, { tab: 'policy' });
    const target = targetOf(frame);
    const { targetType, targetId } = target;
    const effective = await invoke(viewEffectivePolicy, { targetType, targetId, provenance: true });
    const own = await invoke(viewPolicy, target);
    const { updatedAt } = own;
    const isLate = problem?.code === STALE;
    // a form that was refused for another reason still knows the state that its person has seen
    const known = problem === undefined || isLate ? updatedAt : form.get('unchangedSince');
    return view(template, {
      frame,
      effective: effectiveRows(effective),
      // what was typed stays when it was refused
      own: problem === undefined ? formOf(own) : formIn(form),
      unchangedSince: known ?? '',
      changed: updatedAt === null ? '' : shownTime(updatedAt),
      others: isLate ? differingRows(formOf(own), formIn(form)) : [],
      choices,
      labels,
      mayEdit: !frame.archived && frame.allowed.has('policy:edit'),
      mayRemove: frame.allowed.has('policy:edit') && hasRules(own),
    });
  }

  async post(request: PageRequest) {
    const { form: sent, invoke } = request;
    const frame = await this.pages.frame(request);
    const target = targetOf(frame);
    const form = formIn(sent);
    const since = sent.get('unchangedSince') ?? '';
    const done = redirect(`${frame.path}/policy`, { notice: 'The policies are saved.' });
    try {
      const unchangedSince = since === '' ? null : since;
      await invoke(setPolicy, Object.assign(documentsOf(form), target, { unchangedSince }));
      return done;
    } catch (error) {
      // a form that was sent twice has changed them itself
      const isOwn = staleState.is(error) && isStored(form, await invoke(viewPolicy, target));
      if (isOwn) return done;
      throw atFields(error);
    }
  }
}

const hasRules = ({ installPolicy, publishPolicy }: OwnPolicies): boolean =>
  installPolicy !== null || publishPolicy !== null;

/** Code of the problem when somebody else was faster. */
const STALE = 'stale_state';
