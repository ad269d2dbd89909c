import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it as always } from '@jest/globals';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { mailKey, type Letter } from '../../../modules/mail/contract/index.js';
import mail from '../../../modules/mail/module.js';
import { mailRuns } from '../../../modules/mail/server/send-mail.js';
import { MailRun } from '../../../modules/mail/server/tables.js';
import { readDatabaseKey, unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import { Inbox, type Answer } from '../../inbox.js';
import type { Attempt } from '../../../modules/jobs/contract/db.js';
import { opensslThere, selfSigned, withoutOpenssl } from '../../network/certificates.js';
import { describeEachDatabase, describeOnPostgres, type DatabaseLocation } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';

const SECRET = 'svc_code_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789ab';
const LETTER: Letter = {
  to: 'bob@example.com',
  subject: 'Invitation',
  text: `Grüße!\n\nAccept it here: https://svc.example.com/invitations/${SECRET}\n`,
};
/** Ends attempts at servers that say nothing. */
const SHORT = '?greetingTimeout=300&socketTimeout=300';
const HOUR = 3_600_000;
const attempt: Attempt = {
  number: 1,
  signal: new AbortController().signal,
  progress: () => Promise.resolve(),
  unrepeatable: () => Promise.resolve(),
};

describeEachDatabase('mails', (databases) => {
  const it = itInTurn(databases);
  const key = randomBytes(32).toString('base64');
  let location: DatabaseLocation;
  let inbox: Inbox;
  let host: TestHost;
  let now: Date;

  beforeEach(async () => {
    now = new Date('2026-03-01T09:00:00.000Z');
    [location, inbox] = await Promise.all([databases.create(), Inbox.open()]);
  });
  afterEach(async () => {
    await host.stop();
    await inbox.stop();
  });

  async function start(env: Readonly<Record<string, string>> = inbox.env()): Promise<void> {
    host = await startTestHost({
      modules: [mail],
      env: { ...location.env, SVC_SECRET_KEY: key, ...env },
      clock: () => now,
    });
  }

  const services = () => host.server!.services('mail');
  const rows = async () => {
    const { manager } = (await services()).get(readDatabaseKey);
    return manager.find(MailRun, { order: { createdAt: 'ASC' } });
  };
  const row = async () => {
    const all = await rows();
    expect(all).toHaveLength(1);
    return all[0]!;
  };
  async function send(letter: Partial<Letter> = {}): Promise<void> {
    const found = await services();
    await found.get(unitOfWorkKey).run(() => found.get(mailKey).send({ ...LETTER, ...letter }));
  }
  /** Everything that was written to the log and to the rows. */
  const written = async () =>
    inspect([await rows(), host.log], { depth: 9, maxStringLength: null });

  it('are delivered as they were written, and forgotten', async () => {
    await start();
    await send();
    const waiting = await row();
    expect(waiting.letter).toMatch(/^1\./);
    expect(await host.runBackground()).toBe(1);
    expect(await row()).toMatchObject({ state: 'completed', letter: null, error: null });
    expect(inbox.mails).toEqual([
      {
        to: ['bob@example.com'],
        messageId: waiting.messageId,
        text: LETTER.text,
        secure: false,
        headers: expect.arrayContaining([
          'From: Plugins <svc@svc.example.com>',
          'To: bob@example.com',
          'Subject: Invitation',
          'Auto-Submitted: auto-generated',
          'Date: Sun, 01 Mar 2026 09:00:00 +0000',
        ]),
      },
    ]);
    expect(waiting.messageId).toMatch(/^<[\da-f-]{36}@svc\.example\.com>$/);
    expect(await written()).not.toContain(SECRET.slice(9));
  });

  it('belong to the unit of work that causes them', async () => {
    await start();
    const found = await services();
    const unit = found.get(unitOfWorkKey).run(async () => {
      await found.get(mailKey).send(LETTER);
      throw new Error('the cause fails');
    });
    await expect(unit).rejects.toThrow('the cause fails');
    expect(await host.runBackground()).toBe(0);
    expect(await rows()).toEqual([]);
  });

  it('are neither sent nor stored without a mail server', async () => {
    await start({ SVC_MAIL_FROM: 'svc@example.com' });
    expect((await services()).get(mailKey).on).toBe(false);
    await send();
    expect(await host.runBackground()).toBe(0);
    expect(await rows()).toEqual([]);
  });

  const refusals: [string, 'address' | 'message'][] = [
    ['the address', 'address'],
    ['the message', 'message'],
  ];
  it.each(refusals)('have failed when %s is refused for ever', async (_, what) => {
    inbox.answers[what] = 550;
    await start();
    await send();
    expect(await host.runBackground()).toBe(1);
    const { state, error, letter, failures } = await row();
    expect({ state, letter, failures }).toEqual({ state: 'failed', letter: null, failures: 1 });
    expect(error).toMatch(
      /^The mail server refuses the mail: .*550 5\.1\.1 No such mailbox here\.$/,
    );
    expect(inbox.mails).toEqual([]);
  });

  it('do not show their secret in the reason for a refusal', async () => {
    inbox.answers.message = 554;
    inbox.says = `5.7.1 Spam: ${LETTER.text.slice(LETTER.text.indexOf('https'))}${'x'.repeat(900)}`;
    await start();
    await send();
    await host.runBackground();
    const { error } = await row();
    expect(error).toContain('554 5.7.1 Spam: https://svc.example.com/invitations/svc_code_…');
    expect(error!.length).toBeLessThan(400);
    expect(await written()).not.toContain(SECRET.slice(9));
  });

  type Trouble = Partial<Record<'connection' | 'address' | 'message', Answer>>;
  const troubles: [string, Trouble, RegExp][] = [
    ['refuses an address for now', { address: 450 }, /450 5\.1\.1 No such mailbox here/],
    ['refuses a message for now', { message: 451 }, /451 5\.1\.1 No such mailbox here/],
    ['serves nobody', { connection: 554 }, /554/],
    ['says nothing to a connection', { connection: 'hang' }, /[Tt]imeout|Greeting never received/],
    ['says nothing to an address', { address: 'hang' }, /[Tt]imeout/],
    ['says nothing to a message', { message: 'hang' }, /[Tt]imeout/],
  ];
  it.each(troubles)('are tried again when the mail server %s', async (_, answers, why) => {
    Object.assign(inbox.answers, answers);
    await start(inbox.env(SHORT));
    await send();
    const { messageId } = await row();
    expect(await host.runBackground()).toBe(1);
    expect(await row()).toMatchObject({
      state: 'queued',
      failures: 1,
      error: expect.stringMatching(why),
    });
    expect(inbox.mails).toEqual([]);
    Object.assign(inbox.answers, { connection: undefined, address: undefined, message: undefined });
    now = new Date(now.getTime() + HOUR);
    expect(await host.runBackground()).toBe(1);
    expect(await row()).toMatchObject({ state: 'completed', letter: null });
    expect(inbox.mails).toMatchObject([{ messageId, text: LETTER.text }]);
  });

  it('are tried for three days', async () => {
    await start();
    await inbox.stop();
    await send();
    let hours = 0;
    for (; (await row()).state === 'queued'; hours += 1) {
      await host.runBackground();
      now = new Date(now.getTime() + HOUR);
    }
    expect(hours).toBeGreaterThanOrEqual(72);
    expect(await row()).toMatchObject({ state: 'failed', letter: null });
  });

  it('that were delivered before their process could write it down come again with the same Message-ID', async () => {
    await start();
    await send();
    const run = await row();
    const work = (await services()).build(mailRuns.work);
    // what it answers is lost with its process
    await work.perform(run, attempt);
    expect(await host.runBackground()).toBe(1);
    expect(inbox.mails.map(({ messageId }) => messageId)).toEqual([run.messageId, run.messageId]);
    expect(await row()).toMatchObject({ state: 'completed', letter: null });
  });

  describe('with hostile texts', () => {
    it('have the headers that they should have', async () => {
      await start();
      const evil = 'x\r\nBcc: eve@example.com\r\n\r\nhello\u2028\u0000\u0085y';
      await send({ subject: evil });
      await host.runBackground();
      const [{ headers, to, text }] = inbox.mails as [(typeof inbox.mails)[0]];
      expect(to).toEqual(['bob@example.com']);
      expect(text).toBe(LETTER.text);
      expect(headers).toContain('Subject: x Bcc: eve@example.com hello y');
      expect(headers.filter((line) => /^(bcc|cc|to):/i.test(line))).toEqual([
        'To: bob@example.com',
      ]);
    });

    it.each([
      'bob@example.com\r\nBcc: eve@example.com',
      'bob@example.com\nRCPT TO:<eve@example.com>',
      'bob@example.com\u2028',
      '\u0000bob@example.com',
    ])('are refused where an address is not one line', async (to) => {
      await start();
      await expect(send({ to })).rejects.toMatchObject({ code: 'invalid_input', status: 400 });
      expect(await rows()).toEqual([]);
    });

    it.each([
      'bob@example.com, eve@example.com',
      'x <eve@example.com>',
      'bob@example.com> <eve@x.y',
    ])('go to one address at most: %s', async (to) => {
      await start();
      await send({ to });
      await host.runBackground();
      expect(inbox.mails.flatMap((each) => each.to)).not.toContain('eve@example.com');
    });
  });

  describe('to a mail server with a login', () => {
    // another host, by its address
    const elsewhere = (options = '') => ({
      ...inbox.env(),
      SVC_SMTP_URL: `smtp://svc:hidden-password@[::ffff:127.0.0.1]:${inbox.port}${options}`,
    });

    it('are not sent in the open', async () => {
      await start(elsewhere());
      await send();
      await host.runBackground();
      expect(await row()).toMatchObject({ state: 'queued', error: expect.stringMatching(/TLS/) });
      expect(inbox.mails).toEqual([]);
      expect(await written()).not.toContain('hidden-password');
    });

    it.each(['?ignoreTLS=true', '?requireTLS=false'])(
      'are, where the address says so: %s',
      async (options) => {
        await start(elsewhere(options));
        await send();
        await host.runBackground();
        expect(inbox.mails).toHaveLength(1);
      },
    );

    (opensslThere ? it : always.skip)(
      `are sent through TLS, to a server that is known${opensslThere ? '' : ` (skipped: ${withoutOpenssl})`}`,
      async () => {
        await inbox.stop();
        inbox = await Inbox.open({
          ...(await selfSigned('mail.example.com')),
          disabledCommands: [],
        });
        await start(elsewhere());
        await send();
        await host.runBackground();
        expect(await row()).toMatchObject({
          state: 'queued',
          error: expect.stringMatching(/certificate/),
        });
        await host.stop();
        now = new Date(now.getTime() + HOUR);
        await start(elsewhere('?tls.rejectUnauthorized=false'));
        await host.runBackground();
        expect(inbox.mails).toMatchObject([{ secure: true }]);
      },
    );

    it('wait for a login that works', async () => {
      inbox.answers.login = 535;
      await start({
        ...inbox.env(),
        SVC_SMTP_URL: `smtp://svc:hidden-password@127.0.0.1:${inbox.port}`,
      });
      await send();
      await host.runBackground();
      expect(await row()).toMatchObject({ state: 'queued', error: expect.stringMatching(/535/) });
      expect(await written()).not.toContain('hidden-password');
      inbox.answers.login = undefined;
      now = new Date(now.getTime() + HOUR);
      await host.runBackground();
      expect(inbox.mails).toHaveLength(1);
    });
  });
});

describeOnPostgres('mails without a key to seal them with', (databases) => {
  always('keep the server from starting', async () => {
    const inbox = await Inbox.open();
    const { env } = await databases.create();
    const host = await startTestHost({ modules: [mail], env: { ...env, ...inbox.env() } });
    await expect(host.server!.services('mail')).rejects.toMatchObject({
      hint: expect.stringContaining('SVC_SECRET_KEY'),
    });
    await host.stop();
    await inbox.stop();
  });
});
