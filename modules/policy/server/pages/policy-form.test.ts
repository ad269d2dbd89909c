import { describe, expect, it } from '@jest/globals';
import { invalidInput, type SvcError } from 'svc-registry/kernel';
import { atFields, documentsOf, formIn, formOf, isStored, type PolicyForm } from './policy-form.js';

const free = formOf({ installPolicy: null, publishPolicy: null });
const formWith = (some: Partial<PolicyForm>): PolicyForm => ({ ...free, ...some });

describe('the form of policies', () => {
  it('stands for no policies when nothing is restricted', () => {
    expect(documentsOf(free)).toEqual({ installPolicy: null, publishPolicy: null });
    expect(documentsOf(formIn(new URLSearchParams()))).toEqual(documentsOf(free));
  });

  it.each<Partial<PolicyForm>>([
    { warn: 'LOW', block: 'CRITICAL' },
    { scope: 'org-only' },
    { git: 'none' },
    { git: 'listed', repositories: 'github.com/acme\ngitlab.com/acme/shop' },
    { git: 'listed' },
    { days: '7' },
    { keepOffline: 'MEDIUM', publicPlugins: 'refused' },
  ])('keeps %j', (some) => {
    const form = formWith(some);
    expect(formOf(documentsOf(form))).toEqual(form);
  });

  it('takes the addresses that browsers show, and the line breaks that they send', () => {
    const sent = new URLSearchParams({
      git: 'listed',
      repositories: 'https://github.com/acme/shop\r\n\r\n gitlab.com/acme ',
    });
    expect(documentsOf(formIn(sent)).installPolicy?.rules.sourceRestriction).toEqual({
      gitSourceAllowlist: [
        { host: 'github.com', path: 'acme/shop' },
        { host: 'gitlab.com', path: 'acme' },
      ],
    });
  });

  it('is stored when what it stands for is', () => {
    const stored = { installPolicy: null, publishPolicy: null, updatedAt: null };
    expect(isStored(free, stored)).toBe(true);
    expect(isStored(formWith({ days: '1' }), stored)).toBe(false);
  });

  it('says at the field, and in which line, what is wrong', () => {
    const path = 'installPolicy.rules.sourceRestriction.gitSourceAllowlist[1].path';
    const error = invalidInput(
      { what: 'The policies are not valid.' },
      { issues: [{ field: path, message: 'path must be <org> or <org>/<repo>' }] },
    );
    expect((atFields(error) as SvcError).issues).toEqual([
      { field: 'repositories', message: 'line 2: must be <org> or <org>/<repo>' },
    ]);
    const other = new Error('other');
    expect(atFields(other)).toBe(other);
  });
});
