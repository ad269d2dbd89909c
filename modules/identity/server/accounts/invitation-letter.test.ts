import { expect, it } from '@jest/globals';
import { invitationLetter, type LetterFacts } from './invitation-letter.js';

const facts: LetterFacts = {
  email: 'bob@example.com',
  code: 'svc_code_x',
  link: 'https://svc.example.com/invitations/svc_code_x',
  expiresAt: '2026-03-08T09:00:00.000Z',
  inviter: 'ann@example.com',
  organization: 'acme',
  organizationRole: 'member',
  workspace: { name: 'tools', role: 'publisher' },
};

it('says who invites to what, how to accept, and what else to do', () => {
  expect(invitationLetter(facts)).toEqual({
    to: 'bob@example.com',
    subject: 'Invitation to the workspace tools',
    text: `ann@example.com invites you to the workspace "tools" of the organization "acme", as publisher.

Accept it here:

https://svc.example.com/invitations/svc_code_x

The invitation is for bob@example.com only, works once, and is valid until 2026-03-08 09:00 UTC. Each new one replaces the one before.

If you did not expect it, do nothing: nobody can use it unless you pass this mail on.
`,
  });
});

it('names the organization alone, and nobody where the operator invites', () => {
  const { subject, text } = invitationLetter({
    ...facts,
    inviter: undefined,
    workspace: undefined,
    organizationRole: 'admin',
  });
  expect(subject).toBe('Invitation to the organization acme');
  expect(text).toMatch(/^You are invited to the organization "acme", as admin\.\n/);
});

it('has the code where the server does not know its address', () => {
  const { text } = invitationLetter({ ...facts, link: null });
  expect(text).toContain('with this code for `svc login --code`:\n\nsvc_code_x\n');
  expect(text).not.toContain('https:');
});
