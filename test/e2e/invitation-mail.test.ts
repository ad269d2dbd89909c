import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { Inbox } from '../inbox.js';
import { until } from '../until.js';
import { codeLoadedDuring } from './loaded-code.js';
import { openRegistryServer, signIn, type RegistryServer } from './registry-server.js';
import { freePort } from './shell.js';

const BOB = { email: 'bob@example.com', password: 'correct horse battery' };
const CODE = /svc_code_(\w{38})/;

describeByDayOn('sqlite', 'an invitation by mail', (database) => {
  let inbox: Inbox;
  let registry: RegistryServer;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    inbox = await Inbox.open();
    const port = String(await freePort());
    env = {
      ...inbox.env(),
      SVC_PORT: port,
      SVC_PUBLIC_URL: `http://127.0.0.1:${port}`,
      SVC_SECRET_KEY: randomBytes(32).toString('base64'),
    };
    registry = await openRegistryServer(database, { env });
  });
  afterAll(async () => {
    await registry.close();
    await inbox.stop();
  });

  it('arrives, and lets somebody in', async () => {
    const printed = await registry.svc(['workspace', 'add-member', 'acme', BOB.email]);
    const mail = await until(() => inbox.mails[0]);
    expect(mail.to).toEqual([BOB.email]);
    expect(mail.text).toContain('admin@example.com invites you to the workspace "acme"');
    const [link = ''] = /^http:\S+\/invitations\/\S+$/m.exec(mail.text) ?? [];
    expect(printed).toContain(link);
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(BOB.email);
    const [code = '', secret = ''] = CODE.exec(link) ?? [];
    expect(await signIn(registry.program, BOB, code)).toMatchObject({ code: 0 });
    expect(await registry.svc(['whoami'])).toContain(BOB.email);
    const output = registry.server.stdout() + registry.server.stderr();
    expect(output).toContain('mail.send');
    expect(output).not.toContain(secret);
  });

  it('is in no list and in no event as a secret', async () => {
    expect(await signIn(registry.program, { ...BOB, email: 'admin@example.com' })).toMatchObject({
      code: 0,
    });
    await registry.svc(['org', 'add-member', 'main', 'carl@example.com']);
    const { text } = await until(() => inbox.mails[1]);
    const secret = CODE.exec(text)?.[1] ?? 'no code';
    const events = await registry.svc(['audit', 'list', 'main', '--json']);
    expect(events).toContain('carl@example.com');
    expect(events).not.toContain(secret);
    const { stdout } = await registry.program.run(['settings', '--json'], {
      env: { SVC_SMTP_URL: 'smtp://svc:hidden-password@mail.example.com' },
    });
    expect(stdout).toContain('SVC_SMTP_URL');
    expect(stdout).not.toContain('hidden-password');
  });

  it('loads the mailer when the first one is sent', async () => {
    await registry.server.stop();
    const loaded = (work: () => Promise<unknown>) =>
      codeLoadedDuring(registry.program, async (more) => {
        const server = await registry.program.serve([], { env: { ...env, ...more } });
        await work();
        expect(await server.stop()).toMatchObject({ code: 0 });
      });
    const before = inbox.mails.length;
    const silent = await loaded(() => registry.svc(['org', 'list']));
    expect(silent.modules).toContain('mail');
    expect(silent.packages).not.toContain('nodemailer');
    const sending = await loaded(async () => {
      await registry.svc(['org', 'add-member', 'main', 'dan@example.com']);
      await until(() => inbox.mails.length > before);
    });
    expect(sending.packages).toContain('nodemailer');
  });

  it.each([
    [{ SVC_SMTP_URL: 'mail.example.com:hidden' }, 'SVC_SMTP_URL'],
    [{ SVC_MAIL_FROM: 'nobody' }, 'SVC_MAIL_FROM'],
  ])('needs settings that can be used: %j', async (wrong, name) => {
    const settings = { ...env, ...wrong };
    const served = await registry.program.run(['serve'], { env: settings });
    expect(served.code).toBe(3);
    expect(served.stderr).toMatch(new RegExp(`^error: ${name} cannot be used: `, 'm'));
    expect(served.stderr).not.toContain('hidden');
    const checked = await registry.program.run(['doctor'], { env: settings });
    expect(checked.stdout).toContain(`${name} cannot be used: `);
  });

  it('is not promised without a mail server', async () => {
    const without = { ...env, SVC_SMTP_URL: '' };
    const server = await registry.program.serve([], { env: without });
    await until(() => server.stderr().includes('No mails are sent: SVC_SMTP_URL is not set.'));
    const { stdout } = await registry.program.run(['doctor'], { env: without });
    expect(stdout).toContain('sends no mails: SVC_SMTP_URL is not set.');
    const trial = await server.stop();
    expect(trial.stderr.match(/No mails are sent/g)).toHaveLength(1);
  });
});
