import { describe, expect, it } from '@jest/globals';
import { invitationLines, resetLines } from './hand-over.js';

const server = 'http://127.0.0.1:4873';
const place = { server, width: 100 };
const bob = { email: 'bob@example.com', code: 'svc_code_1', link: null };

describe('what is handed to people with a one-time code', () => {
  it('names the address that the server knows of itself, before the one that this machine uses', () => {
    const link = 'https://svc.example.com/password-resets/svc_code_1';
    const lines = resetLines({ ...bob, link }, place);
    expect(lines[0]).toBe(`  ${link}`);
    expect(lines).toContain(
      '  SVC_URL=https://svc.example.com svc login --code --email bob@example.com',
    );
    expect(lines.join('\n')).not.toContain('SVC_PUBLIC_URL');
  });

  it('says when the address means nothing to other machines', () => {
    const lines = invitationLines(bob, place);
    expect(lines[0]).toBe(`  ${server}/invitations/svc_code_1`);
    expect(lines.at(-1)).toMatch(/^127\.0\.0\.1 works on this machine only\..*SVC_PUBLIC_URL/);
    expect(
      invitationLines(bob, { ...place, server: 'http://svc.lan:4873' }).join('\n'),
    ).not.toContain('SVC_PUBLIC_URL');
  });

  it('quotes an address that a shell would not take as it is', () => {
    const lines = invitationLines({ ...bob, email: "o'hara$x@example.com" }, place);
    expect(lines).toContain(
      `  SVC_URL=${server} svc login --code --email 'o'\\''hara$x@example.com'`,
    );
  });
  it('breaks the command where a narrow terminal would break it anywhere', () => {
    const lines = invitationLines(bob, { ...place, width: 60 });
    expect(lines).toContain(`  SVC_URL=${server} \\\n    svc login --code --email bob@example.com`);
  });
});
