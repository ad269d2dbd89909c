import { invalidInput } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { pageNotFound } from '../../contract/errors.js';
import { redirect, view, type Page, type PageRequest } from '../../contract/pages.js';
import type { RunHead } from '../../contract/run-head.js';
import { DevServer } from '../dev-server.js';

const template = new URL('look.njk', import.meta.url);
const runTemplate = new URL('look-run.njk', import.meta.url);
const FIELDS = ['name', 'password', 'notes', 'role'] as const;
/** A name as strangers write them: long, with markup and a sign that turns the direction of text. */
const STRANGE = `<b>strange</b> \u202e ${'name-'.repeat(20)}`;

/** All macros together, in every state, for those who write pages. Only a server for local trial has it. */
@injectable()
export class LookPage implements Page {
  constructor(@inject(DevServer) private readonly server: DevServer) {}

  get({ query }: PageRequest) {
    if (!this.server.on) throw pageNotFound();
    if (query.has('run')) return Promise.resolve(view(runTemplate, { run: head }));
    return Promise.resolve(view(template, { strange: STRANGE, goesOn: true }));
  }

  /** Refuses the form, so that a refused one can be looked at; the other button leaves a notice. */
  post({ form }: PageRequest) {
    if (!this.server.on) throw pageNotFound();
    if (form.get('do') === 'accept')
      return Promise.resolve(redirect('/look', { notice: 'The form was accepted.' }));
    const issues = FIELDS.map((field) => ({
      code: 'invalid',
      message: `${field} is refused here, whatever it is`,
      field,
    }));
    throw invalidInput({ what: 'This form is always refused' }, { issues });
  }
}

const head: RunHead = {
  kind: 'Launch',
  name: 'Nightly check of the dependencies',
  workspace: 'kitchen',
  above: [['All macros', '/look']],
  state: { text: 'Runs', tone: 'accent' },
  lead: 'Checks packages (12 of 40)',
  goesOn: true,
  over: false,
  facts: [
    ['Started by', 'a schedule'],
    ['Agent', 'codex'],
    ['Requested', '2026-11-30 08:00 UTC'],
    ['Took', '4 min 12 s'],
  ],
  cancel: ['Cancel the launch', '/look'],
};
