import { redirect, type Page, type PageRequest } from '../../../web/contract/index.js';
import { states } from './eval-runs.js';

/** The address of evaluations from before all runs were in one list. */
export class RunsPage implements Page {
  get({ query }: PageRequest) {
    const shown = new URLSearchParams({ kind: 'evals' });
    const workspace = query.get('workspace');
    if (workspace !== null) shown.set('workspace', workspace);
    const state = new Map<string | null, string>(Object.entries(states)).get(query.get('status'));
    if (state !== undefined) shown.set('state', state);
    return Promise.resolve(redirect(`/runs?${shown.toString()}`));
  }
}
