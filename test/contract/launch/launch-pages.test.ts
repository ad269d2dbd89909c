/** Launches as people see them in a browser. */
import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import { startLaunch } from '../../../modules/launch/contract/launch-operations.js';
import { LogEntry, type LogStream } from '../../../modules/launch/server/logs/log-entry.entity.js';
import { LaunchRun } from '../../../modules/launch/server/runs/launch-run.entity.js';
import { blobStoreKey } from '../../../modules/persistence/contract/blob-store.js';
import { unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { PASSWORD, startIdentity, type IdentityServer } from '../identity-server.js';
import { Browser, type Seen } from '../web/browser.js';
import { startHttp, type HttpHost } from '../web/http-host.js';

const OWN = ['persistence', 'web', 'identity'];
const modules = (await builtInModules()).filter(({ id }) => !OWN.includes(id));
const LABEL = '<img src=x onerror=alert(1)>';
const RELOADS = '<meta http-equiv="refresh" content="10">';

describeEachDatabase('the page of a launch', (databases) => {
  const it = itInTurn(databases);
  let server: IdentityServer;
  let http: HttpHost;
  let ann: Browser;
  let admin: string;
  let id: string;
  let path: string;

  beforeEach(async () => {
    server = await startIdentity(databases, { modules });
    admin = await server.firstAdmin('ann@example.com', 'acme');
    await server.newWorkspace(admin, 'tools');
    const asked = { workspace: 'tools', skill: 'file:demo', repo: 'acme/shop', agent: 'scripted' };
    ({ launchRunId: id } = await server.invoke(startLaunch, { ...asked, label: LABEL }, admin));
    path = `/launches/${id}`;
    http = await startHttp(server.host.kernel);
    ann = await browserOf('ann@example.com');
  });
  afterEach(async () => {
    http.close();
    await server.stop();
  });

  const browserOf = async (email: string): Promise<Browser> => {
    const browser = new Browser(http.origin);
    await browser.submit('/sign-in', { email, password: PASSWORD });
    return browser;
  };
  const services = () => server.host.server!.services('launch');
  const change = async (columns: object) => {
    const unitOfWork = (await services()).get(unitOfWorkKey);
    await unitOfWork.run((manager) => manager.update(LaunchRun, { id }, columns));
  };
  const log = async (...entries: readonly (readonly [LogStream, string])[]) => {
    const rows = entries.map(([stream, text], index) => ({
      runId: id,
      n: index + 1,
      at: server.clock.now,
      stream,
      text,
    }));
    const unitOfWork = (await services()).get(unitOfWorkKey);
    await unitOfWork.run((manager) => manager.insert(LogEntry, rows));
  };
  const logOf = ({ html }: Seen): string =>
    /<pre class="log"[^>]*><code>(.*?)<\/code>/s.exec(html)?.[1] ?? '';

  it('shows where it stands and how it was requested, to members of its workspace only', async () => {
    const { status, html } = await ann.get(path);
    expect(status).toBe(200);
    expect(html).toContain('<h1>&lt;img src=x onerror=alert(1)&gt;</h1>');
    expect(html).toContain('Waits for a worker');
    expect(html).toContain('https://github.com/acme/shop');
    expect(html).toContain('Nothing was written yet.');
    await server.newcomer(admin, { email: 'eve@example.com', organization: 'acme' });
    const eve = await browserOf('eve@example.com');
    for (const below of ['', '/cancel', '/patch'])
      expect((await eve.get(path + below)).status).toBe(404);
    const stranger = await new Browser(http.origin).get(path);
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(path)}`,
    ]);
  });

  it('reloads itself only if the person asks for it, and no longer than it goes on', async () => {
    const plain = await ann.get(path);
    expect(plain.html).not.toContain('http-equiv');
    expect(plain.html).toContain(`href="${path}?reload=on"`);
    const reloading = await ann.get(`${path}?reload=on`);
    expect(reloading.html).toContain(RELOADS);
    expect(reloading.html).toContain(`<a href="${path}">Stop reloading</a>`);
    await change({ state: 'completed', finishedAt: server.clock.now });
    const ended = await ann.get(`${path}?reload=on`);
    expect(ended.html).not.toMatch(/http-equiv|reload=on/);
    expect(ended.html).not.toContain('Look again');
  });

  it('asks before it is cancelled, and says what comes of it', async () => {
    const question = await ann.get(`${path}/cancel`);
    expect(question.html).toContain('This cannot be undone');
    const done = await ann.submit(`${path}/cancel`);
    expect([done.status, done.headers.get('location')]).toEqual([303, path]);
    expect((await ann.get(path)).html).toMatch(/The launch has ended\..*Cancelled/s);
    const again = await ann.get(`${path}/cancel`);
    expect([again.status, again.headers.get('location')]).toEqual([303, path]);
  });

  it('shows a result, its output and the changes', async () => {
    const patch = Buffer.from('+++ b/tea.txt\n');
    const { sha256, size } = await (await services()).get(blobStoreKey).put(patch);
    await change({
      state: 'completed',
      finishedAt: server.clock.now,
      patchSha256: sha256,
      patchBytes: size,
      result: {
        status: 'succeeded',
        summary: 'Tea & <b>cake</b>.',
        output: { tea: '\u202e</pre>' },
      },
    });
    const { html } = await ann.get(path);
    expect(html).toContain('Succeeded');
    expect(html).toContain('Tea &amp; &lt;b&gt;cake&lt;/b&gt;.');
    expect(html).toContain('&quot;tea&quot;: &quot;&#92;u202e&lt;/pre&gt;&quot;');
    expect(html).toContain(`href="${path}/patch"`);
    const file = await ann.get(`${path}/patch`);
    expect(file.html).toBe(patch.toString());
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=.*\.patch/);
  });

  it('says why a launch has failed', async () => {
    const failure = { code: 'worker_vanished', message: 'Its worker ended <twice>.' };
    await change({ state: 'failed', finishedAt: server.clock.now, failure });
    expect((await ann.get(path)).html).toMatch(
      /Failed.*Its worker ended &lt;twice&gt;\..*worker_vanished/s,
    );
    expect((await ann.get(`${path}/patch`)).status).toBe(404);
  });

  describe('shows the end of the log', () => {
    it('with what would act or hide as escapes, and the lines of the worker apart', async () => {
      await log(
        ['svc', 'Cloning.\n'],
        ['stdout', '\u001b[31m<b>red</b>\u202e\nhalf a line'],
        ['svc', 'The agent ended.\n'],
      );
      const seen = await ann.get(path);
      expect(logOf(seen)).toBe(
        'svc: Cloning.\n&#92;u001b[31m&lt;b&gt;red&lt;/b&gt;&#92;u202e\nhalf a line\nsvc: The agent ended.\n',
      );
      expect(seen.html).not.toContain('Only the end is shown');
    });

    it('of two hundred lines', async () => {
      const entry = (n: number) => ['stdout', `line ${n}\n`] as const;
      await log(...Array.from({ length: 320 }, (_, index) => entry(index + 1)));
      const seen = await ann.get(path);
      const lines = logOf(seen).trimEnd().split('\n');
      expect([lines.length, lines[0], lines.at(-1)]).toEqual([200, 'line 121', 'line 320']);
      expect(seen.html).toContain('Only the end is shown');
    });

    it('of 64 KiB, if its lines are long', async () => {
      const long = (sign: string) => ['stdout', `${sign.repeat(16_000)}\n`] as const;
      await log(...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(long));
      const seen = await ann.get(path);
      const text = logOf(seen);
      expect(text.length).toBe(64 * 1024);
      expect(text.endsWith(`${'h'.repeat(16_000)}\n`)).toBe(true);
      expect(seen.html).toContain('Only the end is shown');
    });
  });
});
