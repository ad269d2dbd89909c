import { redirect, type Page, type PageRequest } from '../../../web/contract/index.js';

/** The address of evaluations before all runs were in one list. */
export class RunsPage implements Page {
  get({ query }: PageRequest) {
    const workspace = query.get('workspace');
    const kept = workspace === null ? [] : [['workspace', workspace] as [string, string]];
    const shown = new URLSearchParams([...kept, ['kind', 'evals']]);
    return Promise.resolve(redirect(`/runs?${shown.toString()}`));
  }
}
