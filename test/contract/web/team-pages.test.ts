import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import audit from '../../../modules/audit/module.js';
import { setPlan } from '../../../modules/billing/contract/operations.js';
import billing from '../../../modules/billing/module.js';
import { listApiKeys } from '../../../modules/identity/contract/operations/api-keys.js';
import { contribute, defineModule, type Constructor } from 'svc-registry/kernel';
import {
  listWorkspaceMembers,
  workspacePartsPoint,
  type WorkspacePart,
} from '../../../modules/identity/contract/index.js';
import install from '../../../modules/install/module.js';
import jobs from '../../../modules/jobs/module.js';
import { setPolicy, viewPolicy } from '../../../modules/policy/contract/operations.js';
import policy from '../../../modules/policy/module.js';
import project from '../../../modules/project/module.js';
import { publishTile } from '../../../modules/registry/contract/operations.js';
import registry from '../../../modules/registry/module.js';
import { view } from '../../../modules/web/contract/index.js';
import { recordingLog, type LogEntry } from 'svc-registry/testing';
import { describeByDayOn } from '../databases-by-day.js';
import { PASSWORD, startIdentity, type IdentityServer } from '../identity-server.js';
import { archiveOf } from '../registry/registry-host.js';
import { Browser, csrfIn, type Seen } from './browser.js';
import { startHttp, type HttpHost } from './http-host.js';

const MINUTE = 60_000;
const KEY = /svc_key_[0-9A-Za-z]{38}/g;

/** What a section of a workspace's page may do wrong. */
class LostPart implements WorkspacePart {
  show(): Promise<never> {
    throw new Error('the section is lost');
  }
}
class HangingPart implements WorkspacePart {
  show(): Promise<never> {
    return new Promise(() => undefined);
  }
}
class UnprintablePart implements WorkspacePart {
  show() {
    return Promise.resolve(view(new URL('broken.njk', import.meta.url)));
  }
}
const section = (id: string, place: 'main' | 'side', type: Constructor<WorkspacePart>) =>
  contribute(workspacePartsPoint, id, { summary: `The part ${id}`, place, order: 1 }, () =>
    Promise.resolve(type),
  );
const broken = defineModule({
  id: 'broken',
  api: '^1.0.0',
  summary: 'Sections that fail',
  requires: ['identity', 'web'],
  contributes: [
    section('lost', 'main', LostPart),
    section('hanging', 'main', HangingPart),
    section('unprintable', 'side', UnprintablePart),
  ],
});

describeByDayOn('sqlite', 'the pages of workspaces and organizations', (database) => {
  let server: IdentityServer;
  let http: HttpHost;
  let admin: string;
  let ann: Browser;
  let bob: Browser;
  const log: LogEntry[] = [];

  const textOf = ({ html }: Seen): string =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .replaceAll('&quot;', '"');
  const read = async (browser: Browser, path: string): Promise<string> =>
    textOf(await browser.get(path));
  const tabsOf = ({ html }: Seen): string[] =>
    [...(/<nav class="tabs"[^]*?<\/nav>/.exec(html)?.[0] ?? '').matchAll(/<a [^>]*>([^<]+)/g)].map(
      ([, text = '']) => text,
    );
  const signedIn = async (email: string): Promise<Browser> => {
    const browser = new Browser(http.origin);
    await browser.submit('/sign-in', { email, password: PASSWORD });
    return browser;
  };
  const follow = async (browser: Browser, { status, headers }: Seen): Promise<string> => {
    expect(status).toBe(303);
    return read(browser, headers.get('location')!);
  };

  beforeAll(async () => {
    server = await startIdentity(database, {
      modules: [jobs, registry, install, policy, project, billing, audit, broken],
    });
    http = await startHttp(server.host.kernel, { log: recordingLog(log) });
    admin = await server.firstAdmin('ann@example.com', 'acme');
    ann = await signedIn('ann@example.com');
    await ann.submit('/workspaces/new', { name: 'tools', orgId: 'acme' });
    const workspace = { name: 'tools', role: 'member' } as const;
    await server.newcomer(admin, { email: 'bob@example.com', organization: 'acme', workspace });
    bob = await signedIn('bob@example.com');
  });
  afterAll(async () => {
    http.close();
    await server.stop();
  });

  describe('a workspace', () => {
    it('is made on a page, listed, and refused where its name is taken', async () => {
      expect(await read(ann, '/workspaces')).toMatch(/tools acme owner/);
      const again = await ann.submit('/workspaces/new', { name: 'tools', orgId: 'acme' });
      expect([again.status, textOf(again)]).toEqual([
        409,
        expect.stringContaining('"tools" is already taken'),
      ]);
      expect(again.html).toContain('value="tools"');
      expect((await bob.get('/workspaces/new')).status).toBe(403);
      expect(await read(bob, '/workspaces')).not.toContain('Create a workspace');
    });

    it('shows what its modules have, and the tabs that a person may open', async () => {
      const archive = await archiveOf({ name: 'tools/tea', private: true });
      await server.host.invoke(
        publishTile,
        { workspace: 'tools' },
        { token: admin, upload: archive },
      );
      const seen = await ann.get('/workspaces/tools');
      expect(textOf(seen)).toMatch(/Plugins tea A demo 1\.0\.0.*Members ann@example\.com owner/);
      expect(seen.html).toContain('href="/plugins/tools/tea"');
      expect(tabsOf(seen)).toEqual([
        ...['Overview', 'Plugins', 'Members', 'Projects', 'API keys', 'Policy', 'Settings'],
      ]);
      expect(tabsOf(await bob.get('/workspaces/tools'))).toEqual([
        ...['Overview', 'Plugins', 'Members', 'Projects', 'Policy'],
      ]);
      expect(await read(bob, '/workspaces/tools/plugins')).toContain('tea');
      for (const part of ['lost', 'hanging', 'unprintable'])
        expect(textOf(seen)).toContain(`“The part ${part}” could not be shown.`);
    });

    it('does not exist for others, whichever page they ask for', async () => {
      await server.foundOrganization('rival', 'eve@example.com');
      const eve = await signedIn('eve@example.com');
      const pages = ['', '/members', '/keys', '/settings', '/policy', '/projects', '/plugins'];
      for (const page of pages) {
        const [hidden, absent] = [
          await eve.get(`/workspaces/tools${page}`),
          await eve.get(`/workspaces/nothing${page}`),
        ];
        expect({ page, status: hidden.status }).toEqual({ page, status: 404 });
        expect(
          textOf(hidden)
            .replaceAll('tools', 'nothing')
            .replace(/[\w-]{20,}/g, ''),
        ).toBe(textOf(absent).replace(/[\w-]{20,}/g, ''));
      }
      expect((await eve.get('/organizations/acme')).status).toBe(404);
      const stranger = await new Browser(http.origin).get('/workspaces/tools/keys');
      expect(stranger.headers.get('location')).toBe('/sign-in?next=%2Fworkspaces%2Ftools%2Fkeys');
    });

    it('has a default role, can be archived for a reason, restored and deleted', async () => {
      await ann.submit('/workspaces/new', { name: 'lab', orgId: 'acme' });
      await ann.submit('/workspaces/lab/settings', { orgDefaultRole: 'publisher' });
      expect(await read(ann, '/workspaces/lab/members')).toContain('has the role publisher here');
      expect((await bob.get('/workspaces/lab/settings')).status).toBe(403);
      const blank = await ann.submit('/workspaces/lab/settings/archive', { reason: '' });
      expect(blank.status).toBe(400);
      const archived = await ann.submit('/workspaces/lab/settings/archive', { reason: 'moved' });
      expect(await follow(ann, archived)).toContain('accepts nothing new: moved');
      for (const page of ['members', 'keys', 'projects', 'policy'])
        expect((await ann.get(`/workspaces/lab/${page}`)).html).not.toContain(
          `action="/workspaces/lab/${page}"`,
        );
      expect(await read(ann, '/workspaces')).not.toContain('lab');
      expect(await read(ann, '/workspaces?archived=on')).toContain('lab archived moved');
      await ann.submit('/workspaces/lab/settings', { do: 'restore' });
      const deleted = await ann.submit('/workspaces/lab/settings/delete');
      expect(await follow(ann, deleted)).toContain('The workspace lab is deleted.');
      const full = await ann.submit('/workspaces/tools/settings/delete');
      expect([full.status, textOf(full)]).toEqual([
        409,
        expect.stringContaining('still holds 1 plugin'),
      ]);
    });
  });

  it('an organization lists the workspaces in which a person has a role, and says how to get one', async () => {
    const seen = await ann.get('/organizations/acme');
    expect(textOf(seen)).toMatch(/Workspaces Workspace Your role .*tools owner .*Members/);
    expect(seen.html).toContain('<a href="/workspaces/tools">tools</a>');
    await server.newcomer(admin, { email: 'dora@example.com', organization: 'acme' });
    const dora = await signedIn('dora@example.com');
    const none = await read(dora, '/organizations/acme');
    expect(none).toMatch(/no role in a workspace of this organization yet\. Ask an admin/);
    expect(none).not.toContain('tools');
    await server.foundOrganization('bare', 'fay@example.com');
    expect(await read(await signedIn('fay@example.com'), '/organizations/bare')).toContain(
      'Create the first one',
    );
  });

  describe('members', () => {
    const members = async () =>
      (await server.invoke(listWorkspaceMembers, { workspace: 'tools' }, admin)).data.map(
        ({ email, role }) => `${email} ${role}`,
      );

    it('get a role, another one, and lose it after a question', async () => {
      const bobsPage = /href="(\/workspaces\/tools\/members\/[\w-]+)" aria-label="Change bob/.exec(
        (await ann.get('/workspaces/tools/members')).html,
      )![1]!;
      await ann.submit(bobsPage, { role: 'publisher' });
      expect(await members()).toContain('bob@example.com publisher');
      expect(
        (await bob.post(bobsPage, { csrf: csrfIn(await bob.get('/')), role: 'owner' })).status,
      ).toBe(403);
      expect(await read(ann, `${bobsPage}/remove`)).toContain('Remove this role?');
      await ann.submit(`${bobsPage}/remove`);
      expect(await members()).toEqual(['ann@example.com owner']);
      const added = await ann.submit('/workspaces/tools/members', {
        email: 'bob@example.com',
        role: 'member',
      });
      expect(await follow(ann, added)).toContain('bob@example.com now has the role member.');
    });

    it('are not offered what they may not do, and are refused all the same', async () => {
      const seen = await bob.get('/workspaces/tools/members');
      expect(seen.html).not.toContain('Add a member');
      const sent = { csrf: csrfIn(seen), email: 'bob@example.com', role: 'owner' };
      expect((await bob.post('/workspaces/tools/members', sent)).status).toBe(403);
      expect(await members()).toContain('bob@example.com member');
    });

    it('are invited by an admin, once more after two minutes, and not any more', async () => {
      const invited = await ann.submit('/organizations/acme', {
        email: 'cy@example.com',
        role: 'member',
      });
      expect(textOf(invited)).toContain('cy@example.com is invited');
      const code = /svc_code_\w{38}/.exec(invited.html)![0];
      const list = await ann.get('/organizations/acme');
      expect(list.html).not.toContain(code);
      const invitation = /name="invitation" value="([\w-]+)"/.exec(list.html)![1]!;
      const soon = await ann.submit('/organizations/acme', { do: 'resend', invitation });
      expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '120']);
      expect(textOf(soon)).toContain('Another code can be created in 2 minutes');
      server.later(2 * MINUTE);
      const renewed = await ann.submit('/organizations/acme', { do: 'resend', invitation });
      expect(/svc_code_\w{38}/.exec(renewed.html)![0]).not.toBe(code);
      expect((await bob.get('/organizations/acme')).html).not.toContain('cy@example.com');
      const cancel = `/organizations/acme/invitations/${invitation}/cancel`;
      const csrf = csrfIn(await ann.get(cancel));
      for (let clicks = 0; clicks < 2; clicks++)
        expect(await follow(ann, await ann.post(cancel, { csrf }))).toContain(
          'The invitation is cancelled.',
        );
    });

    it('leave the organization after a question that names the consequences', async () => {
      await server.newcomer(admin, { email: 'dan@example.com', organization: 'acme' });
      const page = /href="(\/organizations\/acme\/members\/[\w-]+)" aria-label="Change dan/.exec(
        (await ann.get('/organizations/acme')).html,
      )![1]!;
      expect(textOf(await ann.submit(page, { do: 'reset' }))).toContain('/password-resets/');
      expect(await read(ann, `${page}/remove`)).toContain('Otherwise the keys are revoked');
      const gone = await follow(ann, await ann.submit(`${page}/remove`));
      expect(gone).toContain('dan@example.com is removed from acme');
      expect((await bob.get(page)).status).toBe(404);
    });
  });

  describe('an API key', () => {
    const keys = async () =>
      (await server.invoke(listApiKeys, { workspace: 'tools' }, admin)).data.map(
        ({ name }) => name,
      );
    const key = { name: 'ci', role: 'publisher', expires: '90d' };

    const scopes = [
      ['a workspace', '/workspaces/tools'],
      ['an organization', '/organizations/acme'],
    ] as const;

    it.each(scopes)(
      'of %s shows its value in the one answer that made it',
      async (_what, scope) => {
        const at = `${scope}/keys`;
        const csrf = csrfIn(await ann.get(at));
        const made = await ann.post(at, { csrf, ...key });
        const [value = '', ...more] = made.html.match(KEY) ?? [];
        expect([value === '', more, made.status]).toEqual([false, [], 200]);
        expect(made.headers.get('cache-control')).toBe('no-store');
        expect(made.html.split(value)[0]).toMatch(/<code>$/);
        const mine = ['/', '/account', '/workspaces', '/workspaces/tools', '/organizations/acme'];
        const audit = ['', '/export'].map((path) => `/organizations/acme/audit${path}`);
        const others = [at, `${at}?after=x`, ...mine, ...audit];
        const later = [await ann.post(at, { csrf, ...key })];
        for (const path of others) later.push(await ann.get(path));
        for (const { html } of later) expect(html).not.toContain(value);
        const headers = [made, ...later].map((each) => [...each.headers]);
        const told = JSON.stringify([headers, [...ann.cookies], log, server.host.log]);
        expect(told).not.toContain(value);
        // nor a part that would do: the list shows how it begins and ends
        expect(told).not.toContain(value.slice(12, -6));
      },
    );

    it.each(scopes)(
      'of %s is not made twice when its page is loaded anew',
      async (_what, scope) => {
        const at = `${scope}/keys`;
        const form = { csrf: csrfIn(await ann.get(at)), ...key, name: 'anew' };
        expect((await ann.post(at, form)).html).toMatch(KEY);
        const before = await ann.get(at);
        for (let loads = 0; loads < 2; loads++) {
          const again = await ann.post(at, form);
          expect([again.status, again.html.match(KEY)]).toEqual([409, null]);
          expect(textOf(again)).toMatch(/"anew" is already taken/);
        }
        const two = await Promise.all([1, 2].map(() => ann.post(at, { ...form, name: 'at-once' })));
        expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
        const [rows, then] = [before, await ann.get(at)].map(
          ({ html }) => html.match(/aria-label="Revoke /g)?.length ?? 0,
        );
        expect(then).toBe(rows! + 1);
        expect(textOf(await ann.get(at))).toMatch(
          /ci svc_\S+ created 2026-03-01 09:\d\d UTC publisher 2026-05-30/,
        );
      },
    );

    it('says at the field what is wrong, and keeps what was typed', async () => {
      const refused = await ann.submit('/workspaces/tools/keys', { ...key, expires: 'tomorrow' });
      expect([refused.status, textOf(refused)]).toEqual([
        400,
        expect.stringContaining('Must be "never" or a number of days'.slice(5)),
      ]);
      expect(refused.html).toContain('value="tomorrow"');
    });

    it('leads to what it did, and is revoked after a question', async () => {
      const { html } = await ann.get('/workspaces/tools/keys');
      const did = /href="([^"]+)" aria-label="What it did: ci"/.exec(html)![1]!;
      expect(did).toMatch(/^\/organizations\/acme\/audit\?actor=[\w-]{36}$/);
      expect(await read(ann, did)).toContain('Nothing here fits.');
      const revoke = /href="([^"]+)" aria-label="Revoke ci"/.exec(html)![1]!;
      expect(await read(ann, revoke)).toContain('this cannot be undone');
      const csrf = csrfIn(await ann.get(revoke));
      for (let clicks = 0; clicks < 2; clicks++)
        expect(await follow(ann, await ann.post(revoke, { csrf }))).toContain(
          'The key is revoked.',
        );
      expect(await keys()).not.toContain('ci');
    });

    it('of an organization is for its admins', async () => {
      const made = await ann.submit('/organizations/acme/keys', {
        ...key,
        name: 'wide',
        role: 'owner',
      });
      expect(made.html.match(KEY)).not.toBeNull();
      expect((await bob.get('/organizations/acme/keys')).status).toBe(403);
      expect((await bob.get('/workspaces/tools/keys')).status).toBe(403);
    });

    it('is not made by a session that has ended: the person signs in, and sees the form as it was', async () => {
      const other = await signedIn('ann@example.com');
      const csrf = csrfIn(await other.get('/workspaces/tools/keys'));
      await other.submit('/sign-out');
      const sent = await other.post('/workspaces/tools/keys', { csrf, ...key });
      expect(textOf(sent)).toContain('You are signed out');
      await other.submit('/sign-in', { email: 'ann@example.com', password: PASSWORD });
      const again = await other.post('/workspaces/tools/keys', key);
      expect([again.status, textOf(again)]).toEqual([403, expect.stringContaining('out of date')]);
      expect(again.html).toMatch(/value="ci"[^]*value="90d"/);
      expect(await keys()).not.toContain('ci');
    });
  });

  describe('policies', () => {
    const at = '/workspaces/tools/policy';
    const stored = () =>
      server.invoke(viewPolicy, { targetType: 'workspace', targetId: 'tools' }, admin);
    const since = ({ html }: Seen): string =>
      /name="unchangedSince" value="([^"]*)"/.exec(html)![1]!;

    it('say what holds, and from where', async () => {
      const org = { targetType: 'org', targetId: 'acme' };
      const installPolicy = { version: 1, rules: { minimumReleaseAge: { days: 3 } } };
      await server.invoke(setPolicy, { ...org, installPolicy }, admin);
      const saved = await ann.submit(at, { block: 'HIGH', days: '', unchangedSince: '' });
      const shown = await follow(ann, saved);
      expect(shown).toMatch(/Installing refuses findings Of HIGH and worse workspace/);
      expect(shown).toMatch(/Days that a version must have been published 3 organization/);
      expect(await read(bob, at)).not.toContain('Save the policies');
    });

    it('are not lost when two people change them: the second is told, and keeps what they typed', async () => {
      const opened = await ann.get(at);
      const [csrf, unchangedSince] = [csrfIn(opened), since(opened)];
      server.later(MINUTE);
      await ann.post(at, { csrf, unchangedSince, block: 'CRITICAL' });
      const wrong = await ann.post(at, { csrf, unchangedSince, days: 'nine' });
      expect([wrong.status, since(wrong)]).toEqual([400, unchangedSince]);
      const late = { csrf, unchangedSince, warn: 'LOW', block: 'free', days: '9' };
      const told = await ann.post(at, late);
      expect(told.status).toBe(409);
      expect(textOf(told)).toContain('Somebody else has saved other policies');
      const changes = /What is stored now[^]*?<\/table>/.exec(told.html)![0];
      expect(textOf({ ...told, html: `<${changes}` }).trim()).toBe(
        [
          ...[
            'Field Stored now You entered Installing warns of findings No warnings Of LOW and worse',
          ],
          ...['Installing refuses findings Of CRITICAL only Nothing is refused'],
          ...['Days that a version must have been published Not restricted 9'],
        ].join(' '),
      );
      expect(told.html).toMatch(/<option value="LOW" selected>/);
      expect(told.html).toContain('value="9"');
      expect((await stored()).installPolicy?.rules.minimumReleaseAge).toMatchObject({ days: 0 });
      server.later(MINUTE);
      const agreed = await ann.post(at, { ...late, unchangedSince: since(told) });
      expect(agreed.status).toBe(303);
      expect((await stored()).installPolicy?.rules.minimumReleaseAge).toEqual({ days: 9 });
    });

    it('are not removed by somebody who has not seen them', async () => {
      const opened = await ann.get(`${at}/delete`);
      expect(textOf(opened)).toContain('Days that a version must have been published 9');
      const form = { csrf: csrfIn(opened), unchangedSince: since(opened) };
      server.later(MINUTE);
      const edited = await ann.get(at);
      await ann.post(at, { csrf: csrfIn(edited), unchangedSince: since(edited), days: '8' });
      const told = await ann.post(`${at}/delete`, form);
      expect([told.status, textOf(told)]).toEqual([
        409,
        expect.stringMatching(/was changed in the meantime.*must have been published 8/),
      ]);
      expect((await stored()).installPolicy?.rules.minimumReleaseAge).toEqual({ days: 8 });
    });

    it('are saved once when the form is sent twice', async () => {
      const opened = await ann.get(at);
      const form = { csrf: csrfIn(opened), unchangedSince: since(opened), days: '5' };
      server.later(MINUTE);
      expect((await ann.post(at, form)).status).toBe(303);
      expect((await ann.post(at, form)).status).toBe(303);
    });

    it('say at the field what is wrong, and are removed after a question', async () => {
      const opened = await ann.get(at);
      const wrong = await ann.post(at, {
        csrf: csrfIn(opened),
        unchangedSince: since(opened),
        git: 'listed',
        repositories: 'github.com/acme\ngit hub/acme',
        days: '5000',
      });
      expect(wrong.status).toBe(400);
      expect(textOf(wrong)).toContain('line 2: must be the name of a host');
      expect(textOf(wrong)).toMatch(/must not be greater than 365/);
      expect(wrong.html).toContain('git hub/acme');
      await ann.submit(`${at}/delete`);
      expect(await stored()).toMatchObject({ installPolicy: null, publishPolicy: null });
    });
  });

  it('lists projects, makes one and deletes it after a question', async () => {
    const at = '/workspaces/tools/projects';
    const web = { name: 'web', sourceUri: 'https://git.example/acme/web.git' };
    expect(await follow(ann, await ann.submit(at, web))).toContain('The project web is created.');
    const again = await ann.submit(at, web);
    expect(again.status).toBe(409);
    expect(await read(bob, at)).toContain('https://git.example/acme/web');
    expect(await read(bob, '/workspaces/tools')).toContain('Projects web');
    const path = /href="([^"]+\/delete)" aria-label="Delete web"/.exec(
      (await ann.get(at)).html,
    )![1]!;
    expect(await follow(ann, await ann.submit(path))).toContain('The project is deleted.');
  });

  it('shows plan and credits to every member of the organization', async () => {
    expect(await read(bob, '/organizations/acme/credits')).toMatch(
      /No limit of credits.*Plan unlimited/,
    );
    await server.host.invoke(setPlan, { organization: 'acme', plan: 'team-v1', credits: 5000 });
    const limited = await bob.get('/organizations/acme/credits');
    expect(textOf(limited)).toContain('5,000 of 5,000 credits are left this month');
    expect(limited.html).toContain('max="100" value="100"');
  });

  describe('the audit log', () => {
    const at = '/organizations/acme/audit';

    it('is narrowed by what stands in the address, and exported', async () => {
      const all = await ann.get(at);
      expect(textOf(all)).toContain('Create workspace');
      const narrowed = await read(ann, `${at}?operation=identity.createWorkspace&object=tools`);
      expect(narrowed).toContain('tools');
      expect(narrowed).not.toContain('Set policy');
      expect(await read(ann, `${at}?until=2025-01-01`)).toContain('Nothing here fits.');
      const file = await ann.get(`${at}/export?since=2026-03-01`);
      expect(file.headers.get('content-disposition')).toContain('audit-acme.jsonl');
      expect(file.html.split('\n').at(-2)).toContain('"exported"');
    });

    it('goes on in parts, and is for admins', async () => {
      const more = /href="([^"]+)">Next page/.exec((await ann.get(at)).html);
      expect(
        more === null || (await ann.get(more[1]!.replaceAll('&amp;', '&'))).status === 200,
      ).toBe(true);
      expect((await bob.get(at)).status).toBe(403);
      expect((await bob.get(`${at}/export`)).status).toBe(403);
      expect(tabsOf(await bob.get('/organizations/acme'))).toEqual([
        ...['Overview', 'Policy', 'Plan and credits'],
      ]);
    });
  });
});
