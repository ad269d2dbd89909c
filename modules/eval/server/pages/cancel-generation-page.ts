import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import {
  cancelGeneration,
  downloadScenarios,
  showGeneration,
} from '../../contract/generation-operations.js';
import { sourceName } from './generation-name.js';
import { isOver } from './generation-page.js';

const template = new URL('cancel-generation.njk', import.meta.url);

/** Asks before a generation is cancelled, which cannot be undone. */
export class CancelGenerationPage implements Page<'id'> {
  async get({ params: { id }, invoke }: PageRequest<'id'>) {
    const { status, source } = await invoke(showGeneration, { id });
    if (isOver(status))
      return redirect(`/generations/${id}`, { notice: 'The generation has ended.' });
    return view(template, { id, name: sourceName(source) });
  }

  async post({ params: { id }, invoke }: PageRequest<'id'>) {
    await invoke(cancelGeneration, { id });
    return redirect(`/generations/${id}`, { notice: 'The generation stops in a moment.' });
  }
}

/** The scenarios of a generation, as a file to keep. */
export class ScenariosPage implements Page<'id'> {
  get({ params, invoke }: PageRequest<'id'>) {
    return invoke(downloadScenarios, { id: params.id });
  }
}
