import { isSvcError, type Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { counted } from '../../../../toolbox/plural.js';
import { shellWord } from '../../../../toolbox/shell-word.js';
import type { AppliedFixView } from '../../contract/applied-fix-view.js';
import { isOver } from '../../contract/review-run.machine.js';
import type { ReviewRunView } from '../../contract/review-run-view.js';
import { followReview } from '../follow.js';
import { scoreText } from '../quality-text.js';
import { FixWriter, type Proposal } from './fix-writer.js';

interface Offered {
  readonly id: string;
  /** The folder as the person named it, for commands that are shown. */
  readonly path: string;
  /** Absolute. */
  readonly root: string;
  /** Somebody has agreed already. */
  readonly yes: boolean;
}

/** Waits for a fix run, shows what it changes, and writes it when somebody agrees. */
@injectable()
export class FixOffer {
  constructor(@inject(FixWriter) private readonly writer: FixWriter) {}

  /** Nothing is written for a person who says no, and where there is nobody to ask. */
  async follow(offered: Offered, context: Context): Promise<AppliedFixView> {
    const again = commandFor(offered);
    const view = await followReview(offered.id, context, again);
    if (!isOver(view.status)) return Object.assign(view, { applyWith: again });
    if (view.status !== 'completed') return view;
    return this.#offer(view, offered, context);
  }

  async #offer(view: ReviewRunView, offered: Offered, context: Context): Promise<AppliedFixView> {
    const proposal = await this.writer.proposal(view, offered.root, context);
    if (proposal === undefined)
      return isChanged(view) ? Object.assign(view, { written: [] }) : view;
    const { differences } = proposal;
    const applyWith = commandFor({ ...offered, yes: true });
    if (!offered.yes && !context.ask.interactive)
      return Object.assign(view, { differences, applyWith });
    try {
      // what was changed is on the screen already where somebody was asked
      if (offered.yes)
        return Object.assign(view, { differences, written: this.writer.write(proposal) });
      const agreed = await isAgreed(view, proposal, context);
      return Object.assign(view, agreed ? { written: this.writer.write(proposal) } : { applyWith });
    } catch (error) {
      if (!isSvcError(error) || error.code !== 'fix_conflict')
        context.progress.note(`The result is kept. Write it later with \`${applyWith}\`.`);
      throw error;
    }
  }
}

const isChanged = ({ fix }: ReviewRunView): boolean =>
  fix?.files.some(({ before, after }) => before !== after) ?? false;

async function isAgreed(
  { fix }: ReviewRunView,
  { differences, plan }: Proposal,
  { ask, progress }: Pick<Context, 'ask' | 'progress'>,
): Promise<boolean> {
  const scores = [fix?.baselineScore ?? null, fix?.finalScore ?? null].map(scoreText);
  progress.note(`${scores.join(' -> ')}\n\n${differences}`);
  const count = counted(plan.writes.length, 'file');
  const message = `Write these changes to ${count} in ${plan.folder}?`;
  return ask.confirm({ message, flag: '--yes', initial: false });
}

/** The command that takes the result of the run, now or later. */
function commandFor({ id, path, yes }: Pick<Offered, 'id' | 'path' | 'yes'>): string {
  const where = path === '.' ? '' : ` ${shellWord(path)}`;
  return `svc review fix --run ${id}${yes ? ' --yes' : ''}${where}`;
}
