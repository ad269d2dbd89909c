import { inject, injectable } from 'tsyringe';
import { chooseWorkspace } from '../../../identity/contract/workspace-choice.js';
import { shownTime, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { runStates, type RunState } from '../../contract/run-lists.js';
import { Kinds, type Kind } from '../kinds.js';
import { mergedRuns, type MergedRow } from '../merged-runs.js';
import { addressOf, shownPart, type ShownPart } from './shown-part.js';
import { stateBadges } from './state-badges.js';

const template = new URL('runs.njk', import.meta.url);
const PAGE = 40;

/** Lists the runs of one of the person's workspaces, of all kinds. */
@injectable()
export class RunsPage implements Page {
  constructor(@inject(Kinds) private readonly kinds: Kinds) {}

  async get({ query, invoke }: PageRequest) {
    const ids = this.kinds.all.map(({ id }) => id);
    const asked = shownPart(query, ids);
    const { kind, state } = asked;
    const choice = await chooseWorkspace({ query, invoke }, (workspace) =>
      addressOf({ workspace, kind, state }),
    );
    const { workspace } = choice;
    if (workspace === undefined) return view(template, { choice, list: null });
    return view(template, {
      choice,
      list: await this.#list({ ...asked, workspace }, workspace, invoke),
    });
  }

  async #list(part: ShownPart, workspace: string, invoke: PageRequest['invoke']) {
    const { kind, state, after } = part;
    const kinds = this.kinds.all.filter(({ id }) => kind === undefined || id === kind);
    const merged = await mergedRuns(kinds, { workspace, state, pageSize: PAGE, invoke }, after);
    const first = addressOf({ workspace, kind, state });
    return {
      workspace,
      rows: merged.rows.map(rowOf),
      kinds: this.#kindFilters(part),
      states: stateFilters(part),
      filtered: kind !== undefined || state !== undefined,
      missing: merged.missing.map(({ title }) => title),
      commands: kinds.flatMap(({ title, command }) =>
        command === undefined ? [] : [{ title, command }],
      ),
      first: after.size === 0 ? '' : first,
      more: merged.next === undefined ? '' : addressOf({ ...part, after: merged.next }),
    };
  }

  #kindFilters({ workspace, kind, state }: ShownPart) {
    const all: readonly Partial<Kind>[] = [{ title: 'All' }, ...this.kinds.all];
    return all.map(({ id, title }) => ({
      text: title,
      href: addressOf({ workspace, kind: id, state }),
      current: id === kind,
    }));
  }
}

function stateFilters({ workspace, kind, state }: ShownPart) {
  const all: readonly (RunState | undefined)[] = [undefined, ...runStates];
  return all.map((each) => ({
    text: each === undefined ? 'All' : stateBadges[each].text,
    href: addressOf({ workspace, kind, state: each }),
    current: each === state,
  }));
}

const rowOf = ({ href, name, state, result, tone, startedAt, by, kind, steps }: MergedRow) => ({
  href,
  name,
  kind: kind.one,
  steps: (steps ?? []).map((step) => ({ ...step, state: stateBadges[step.state].text })),
  state: stateBadges[state],
  result,
  tone: tone ?? '',
  by: by ?? '',
  started: shownTime(startedAt),
});
