import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { projectMissing } from '../../install/contract/errors.js';
import {
  parseLinkedName,
  projectFilesKey,
  type ProjectFiles,
} from '../../install/contract/project-files.js';
import type { RepairCommandInput } from '../contract/command-inputs.js';
import type { ProjectRepair } from '../contract/command-results.js';
import { repairNotPossible } from '../contract/errors.js';
import { updateProject } from '../contract/operations.js';
import type { ProjectView, RepairAction } from '../contract/project-view.js';
import { findingsOf, type Findings } from './findings.js';
import { describeSource, sourceFields } from './folder.js';

/** The actions that this command can perform; it only names the others. */
type Mend = Exclude<RepairAction, 'create'>;

interface MendSpec {
  readonly flag: string;
  readonly offer: (found: Findings) => string;
}

const mends: Readonly<Record<Mend, MendSpec>> = {
  relink: {
    flag: '--relink',
    offer: ({ here, relinkTo }) => `Link ${here.path} to ${relinkTo?.fullName ?? ''}`,
  },
  update_source: {
    flag: '--update-source',
    offer: ({ byName, source }) =>
      `Bind ${byName?.fullName ?? ''} to ${source === undefined ? '' : describeSource(source)}`,
  },
  update_name: {
    flag: '--update-name',
    offer: ({ bySource, name }) => `Rename ${bySource?.fullName ?? ''} to ${name ?? ''}`,
  },
};

@injectable()
export class RepairHandler implements Handler<RepairCommandInput, ProjectRepair> {
  constructor(@inject(projectFilesKey) private readonly files: ProjectFiles) {}

  async run(input: RepairCommandInput, context: Context): Promise<ProjectRepair> {
    const asked = askedFor(input);
    const here = await this.files.around(context.cwd);
    if (here === undefined) throw projectMissing({ folder: context.cwd });
    const found = await findingsOf(here, input, context);
    const chosen =
      asked === undefined ? await choose(found, input, context) : possible(asked, found);
    const mended = chosen === undefined ? undefined : await this.mend(chosen, found, context);
    return reportOf(found, chosen, mended);
  }

  private async mend(
    action: Mend,
    found: Findings,
    context: Context,
  ): Promise<ProjectView | undefined> {
    const { here, name, source, byName, bySource, relinkTo } = found;
    if (action === 'relink' && relinkTo !== undefined) {
      await this.files.name(here.root, relinkTo.fullName, context);
      return relinkTo;
    }
    if (action === 'update_source' && byName !== null)
      return context.invoke(updateProject, { projectId: byName.id, ...sourceFields(source) });
    if (action === 'update_name' && bySource !== null && name !== undefined)
      return context.invoke(updateProject, { projectId: bySource.id, name });
    return undefined;
  }
}

function reportOf(
  found: Findings,
  done: Mend | undefined,
  mended: ProjectView | undefined,
): ProjectRepair {
  const { here, outcome, actions, relinkTo, bySource, byName, source } = found;
  return {
    outcome,
    done: done ?? null,
    open: done === undefined ? actions : [],
    project: mended ?? relinkTo ?? bySource ?? byName,
    linkedTo: parseLinkedName(here.name) === undefined ? null : (here.name ?? null),
    source: source === undefined ? null : describeSource(source),
  };
}

function askedFor({ relink, updateSource, updateName }: RepairCommandInput): Mend | undefined {
  const asked: readonly (Mend | false)[] = [
    relink === true && 'relink',
    updateSource === true && 'update_source',
    updateName === true && 'update_name',
  ];
  const [first, ...others] = asked.filter((action) => action !== false);
  if (others.length > 0)
    throw usageError({
      what: 'Only one of --relink, --update-source and --update-name can be done at a time.',
    });
  return first;
}

const possibleMends = ({ actions }: Findings): Mend[] =>
  actions.filter((action) => action !== 'create');

function possible(action: Mend, found: Findings): Mend {
  const allowed = possibleMends(found);
  if (allowed.includes(action)) return action;
  throw repairNotPossible({
    action: mends[action].flag,
    outcome: found.outcome,
    allowed: allowed.map((mend) => mends[mend].flag),
  });
}

/** Without a flag: with `--yes` the only possible action, otherwise the user's choice. */
async function choose(
  found: Findings,
  { yes }: RepairCommandInput,
  { ask }: Context,
): Promise<Mend | undefined> {
  const allowed = possibleMends(found);
  if (yes === true) return allowed.length === 1 ? allowed[0] : undefined;
  if (allowed.length === 0 || !ask.interactive) return undefined;
  const options = allowed.map((action) => ({ value: action, label: mends[action].offer(found) }));
  const nothing = { value: 'nothing' as const, label: 'Leave it as it is' };
  const chosen = await ask.select<Mend | 'nothing'>({
    message: 'What should be done?',
    flag: '--yes',
    options: [...options, nothing],
  });
  return chosen === 'nothing' ? undefined : chosen;
}
