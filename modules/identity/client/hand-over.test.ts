import { describe, expect, it } from '@jest/globals';
import { handOverLines } from './hand-over.js';

const server = 'http://127.0.0.1:4873';
const bob = { email: 'bob@example.com', code: 'svc_code_1', link: null };
const path = '/invitations/svc_code_1';
const terminal = { server, width: 100 };

describe('the lines for the receiver of a one-time code', () => {
  it('use the public address of the server rather than the one that this machine uses', () => {
    const link = 'https://svc.example.com/password-resets/svc_code_1';
    const lines = handOverLines({ ...bob, link }, path, terminal);
    expect(lines[0]).toBe(`  ${link}`);
    expect(lines).toContain(
      '  SVC_URL=https://svc.example.com svc login --code --email bob@example.com',
    );
    expect(lines.join('\n')).not.toContain('SVC_PUBLIC_URL');
  });

  it('say when the address does not work on other machines', () => {
    const lines = handOverLines(bob, path, terminal);
    expect(lines[0]).toBe(`  ${server}/invitations/svc_code_1`);
    expect(lines.at(-1)).toMatch(/^127\.0\.0\.1 works on this machine only\..*SVC_PUBLIC_URL/);
    expect(
      handOverLines(bob, path, { ...terminal, server: 'http://svc.lan:4873' }).join('\n'),
    ).not.toContain('SVC_PUBLIC_URL');
  });

  it('quote an address for the shell', () => {
    const lines = handOverLines({ ...bob, email: "o'hara$x@example.com" }, path, terminal);
    expect(lines).toContain(
      `  SVC_URL=${server} svc login --code --email 'o'\\''hara$x@example.com'`,
    );
  });

  it('break the command for a narrow terminal', () => {
    const lines = handOverLines(bob, path, { ...terminal, width: 60 });
    expect(lines).toContain(`  SVC_URL=${server} \\\n    svc login --code --email bob@example.com`);
  });
});
