/** What a form that is sent twice answers the second time, as after a double click. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listOrganizations, listWorkspaces } from '../../../modules/identity/contract/index.js';
import { listApiKeys } from '../../../modules/identity/contract/operations/api-keys.js';
import jobs from '../../../modules/jobs/module.js';
import { listProjects } from '../../../modules/project/contract/operations.js';
import project from '../../../modules/project/module.js';
import { publishTile } from '../../../modules/registry/contract/operations.js';
import registry from '../../../modules/registry/module.js';
import traffic from '../../../modules/traffic/module.js';
import { describeByDayOn } from '../databases-by-day.js';
import { PASSWORD, startIdentity, type IdentityServer } from '../identity-server.js';
import { archiveOf } from '../registry/registry-host.js';
import { Browser, csrfIn, type Seen } from './browser.js';
import { startHttp, type HttpHost } from './http-host.js';

const KEY = /svc_key_[0-9A-Za-z]{38}/g;

describeByDayOn('sqlite', 'a form that is sent twice', (database) => {
  let server: IdentityServer;
  let http: HttpHost;
  let admin: string;
  let ann: Browser;
  let bob: Browser;

  const signedIn = async (email: string): Promise<Browser> => {
    const browser = new Browser(http.origin);
    await browser.submit('/sign-in', { email, password: PASSWORD });
    return browser;
  };
  /** The hidden fields of the form that makes something. */
  const hiddenIn = (seen: Seen) => ({
    csrf: csrfIn(seen),
    'idempotency-key': /name="idempotency-key" value="([\w-]{36})"/.exec(seen.html)![1]!,
  });
  const placeOf = ({ status, headers }: Seen) => [status, headers.get('location')];
  const namesOf = ({ data }: { data: readonly { name: string }[] }) =>
    data.map(({ name }) => name).sort();

  beforeAll(async () => {
    server = await startIdentity(database, {
      modules: [jobs, registry, project, traffic],
      env: { SVC_ORG_CREATION: 'on', SVC_RATE_LIMITS: 'all=off' },
    });
    http = await startHttp(server.host.kernel);
    admin = await server.firstAdmin('ann@example.com', 'acme');
    await server.newWorkspace(admin, 'tools');
    await server.newcomer(admin, { email: 'bob@example.com', organization: 'acme', role: 'admin' });
    [ann, bob] = [await signedIn('ann@example.com'), await signedIn('bob@example.com')];
  });
  afterAll(async () => {
    http.close();
    await server.stop();
  });

  const made = [
    {
      what: 'a workspace',
      page: '/workspaces/new',
      entered: { name: 'pots', orgId: 'acme' },
      location: '/workspaces/pots',
    },
    {
      what: 'an organization',
      page: '/organizations/new',
      entered: { name: 'teas' },
      location: '/organizations/teas',
    },
    {
      what: 'a project',
      page: '/workspaces/tools/projects',
      entered: { name: 'shop' },
      location: '/workspaces/tools/projects',
    },
  ];

  it.each(made)('leads to $what that the first one made', async ({ page, entered, location }) => {
    const form = { ...hiddenIn(await ann.get(page)), ...entered };
    for (const seen of [await ann.post(page, form), await ann.post(page, form)])
      expect(placeOf(seen)).toEqual([303, location]);
    const other = { ...hiddenIn(await ann.get(page)), ...entered };
    expect((await ann.post(page, other)).status).toBe(409);
    const both = { ...form, name: `${entered.name}-2` };
    const at = location.replace(entered.name, both.name);
    const clicks = await Promise.all([1, 2].map(() => ann.post(page, both)));
    expect(clicks.map(placeOf)).toEqual([1, 2].map(() => [303, at]));
  });

  it('has changed things once', async () => {
    expect(namesOf(await server.invoke(listWorkspaces, {}, admin))).toEqual([
      ...['pots', 'pots-2', 'tools'],
    ]);
    expect(namesOf(await server.invoke(listOrganizations, {}, admin))).toEqual([
      ...['acme', 'teas', 'teas-2'],
    ]);
    expect(namesOf(await server.invoke(listProjects, { workspace: 'tools' }, admin))).toEqual([
      ...['shop', 'shop-2'],
    ]);
  });

  it('is two forms of two people', async () => {
    const form = { ...hiddenIn(await ann.get('/workspaces/new')), name: 'cups', orgId: 'acme' };
    expect(placeOf(await ann.post('/workspaces/new', form))).toEqual([303, '/workspaces/cups']);
    const { csrf } = hiddenIn(await bob.get('/workspaces/new'));
    const again = await bob.post('/workspaces/new', { ...form, csrf });
    expect([again.status, again.html]).toEqual([409, expect.stringContaining('already taken')]);
  });

  it('leads to the list with the key, whose value is shown once', async () => {
    const page = '/workspaces/tools/keys';
    const entered = { name: 'ci', role: 'publisher', expires: '90d' };
    const form = { ...hiddenIn(await ann.get(page)), ...entered };
    expect((await ann.post(page, form)).html).toMatch(KEY);
    const again = await ann.post(page, form);
    expect(placeOf(again)).toEqual([303, page]);
    const { html } = await ann.get(page);
    expect(html).toContain('This form was sent twice and took effect once.');
    expect([again.html.match(KEY), html.match(KEY)]).toEqual([null, null]);
    const { data } = await server.invoke(listApiKeys, { workspace: 'tools' }, admin);
    expect(data.map(({ name }) => name)).toEqual(['ci']);
  });

  describe('and removes something', () => {
    const CY = 'cy@example.com';
    const removePageIn = async (list: string): Promise<string> => {
      const link = new RegExp(`href="([^"]+?)(/remove)?" aria-label="[^"]*${CY}`);
      return `${link.exec((await ann.get(list)).html)![1]!}/remove`;
    };
    const publish = async (name: string, version: string) =>
      server.host.invoke(
        publishTile,
        { workspace: 'tools', public: true },
        { token: admin, upload: await archiveOf({ name, version }) },
      );

    beforeAll(async () => {
      const workspace = { name: 'tools', role: 'member' } as const;
      await server.newcomer(admin, { email: CY, organization: 'acme', workspace });
      await server.newWorkspace(admin, 'gone');
      for (const version of ['1.0.0', '1.1.0']) await publish('tools/tea', version);
    });

    it.each([
      ['a role', () => removePageIn('/workspaces/tools/members'), '/workspaces/tools/members'],
      ['a member', () => removePageIn('/organizations/acme'), '/organizations/acme'],
      ['a workspace', () => '/workspaces/gone/settings/delete', '/workspaces'],
      ['a version', () => '/plugins/tools/tea/v/1.0.0/unpublish', '/plugins/tools/tea/versions'],
      ['a plugin', () => '/plugins/tools/tea/unpublish', '/'],
    ])('leads on where %s is removed already', async (_what, pageOf, location) => {
      const page = await pageOf();
      const csrf = csrfIn(await ann.get(page));
      for (let clicks = 0; clicks < 2; clicks++)
        expect(placeOf(await ann.post(page, { csrf }))).toEqual([303, location]);
    });
  });
});
