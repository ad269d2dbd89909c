import { afterEach, beforeEach, expect } from '@jest/globals';
import { showEvalMails, switchEvalMails } from '../../../modules/eval/contract/mail-operations.js';
import { cancelEval } from '../../../modules/eval/contract/run-operations.js';
import { createApiKey } from '../../../modules/identity/contract/index.js';
import { removeWorkspaceMember } from '../../../modules/identity/contract/operations/workspaces.js';
import { Inbox } from '../../inbox.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { expectError } from '../expect-error.js';
import { PASSWORD } from '../identity-server.js';
import { Browser } from '../web/browser.js';
import { startHttp } from '../web/http-host.js';
import { EvalHost } from './eval-host.js';
import { scored, voided } from './scenario-cells.js';

const BOB = 'bob@example.com';
const context = { type: 'plugin-directory', ref: './demo' } as const;
const skill = {
  'context/skills/demo/SKILL.md': '---\nname: demo\ndescription: A demo.\n---\nWrite out.txt.\n',
};

describeEachDatabase('mails at the ends of evaluations', (databases) => {
  const it = itInTurn(databases);
  let inbox: Inbox;
  let host: EvalHost;
  let bob: string;

  beforeEach(async () => {
    inbox = await Inbox.open();
    const env = { ...inbox.env(), SVC_PUBLIC_URL: 'https://svc.example.com' };
    host = await EvalHost.start(databases, { env });
    bob = await host.server.newcomer(host.admin, {
      email: BOB,
      organization: 'acme',
      workspace: { name: 'tools', role: 'member' },
    });
  });
  afterEach(async () => {
    await host.stop();
    await inbox.stop();
  });

  /** The mails about evaluations. */
  const mails = async () => {
    await host.server.host.runBackground();
    return inbox.mails.filter(({ headers }) =>
      headers.some((line) => line.startsWith('Subject: Evaluation')),
    );
  };

  it('go to whoever started it, once, with the verdict and a link', async () => {
    const bundle = await host.sendScenarios(skill);
    const { evalRunId: id } = await host.begin({ bundle, context, label: 'greet\u2028x' }, bob);
    await host.endAll(id, ({ variant }) => scored(variant === 'baseline' ? 0 : 2));
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: [BOB] });
    for (const text of ['in the workspace "tools"', 'underpowered', '4 of 4 cells count'])
      expect(mail?.text).toContain(text);
    expect(mail?.text).toContain(`https://svc.example.com/evals/${id}`);
  });

  it('say why an evaluation has failed', async () => {
    const { evalRunId: id } = await host.begin({}, bob);
    await host.endAll(id, () => voided);
    const cancelled = await host.begin({}, bob);
    await host.invoke(cancelEval, { id: cancelled.evalRunId });
    const texts = (await mails()).map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.stringContaining('failed: No cell has a result that counts: timeout (2).'),
        expect.stringContaining('failed: The evaluation was cancelled.'),
      ]),
    );
    expect(texts).toHaveLength(2);
  });

  it('stay away when they are switched off, on the page of the account as by the operation', async () => {
    const http = await startHttp(host.server.host.kernel);
    const browser = new Browser(http.origin);
    await browser.submit('/sign-in', { email: BOB, password: PASSWORD });
    const box = /<input type="checkbox" name="eval\.runs" checked>/;
    expect((await browser.get('/account')).html).toMatch(box);
    await browser.submit('/account', { do: 'mails' });
    expect((await browser.get('/account')).html).not.toMatch(box);
    expect(await host.invoke(showEvalMails, {}, { token: bob })).toEqual({ enabled: false });
    const { evalRunId: id } = await host.begin({}, bob);
    await host.endAll(id);
    expect(await mails()).toEqual([]);
    await host.invoke(switchEvalMails, { enabled: true }, { token: bob });
    expect((await browser.get('/account')).html).toMatch(box);
    await browser.submit('/account', { do: 'mails', 'eval.runs': 'on' });
    expect(await host.invoke(showEvalMails, {}, { token: bob })).toEqual({ enabled: true });
    http.close();
  });

  it('go to nobody who may not see the evaluation any more, and to no key', async () => {
    const { evalRunId: id } = await host.begin({}, bob);
    await host.invoke(removeWorkspaceMember, { workspace: 'tools', member: BOB });
    await host.endAll(id);
    const key = { name: 'ci', workspace: 'tools' };
    const { value } = await host.invoke(createApiKey, key);
    await expectError(host.invoke(showEvalMails, {}, { token: value }), 'key_not_allowed');
    const { evalRunId: byKey } = await host.begin({ force: true }, value);
    await host.endAll(byKey);
    expect(await mails()).toEqual([]);
  });
});
