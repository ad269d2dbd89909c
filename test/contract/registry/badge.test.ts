import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { archiveTile, archiveVersion } from '../../../modules/registry/contract/operations.js';
import { describeEachDatabase } from '../databases.js';
import { startHttp, type HttpHost } from '../web/http-host.js';
import { RegistryHost } from './registry-host.js';

describeEachDatabase('a badge', (database) => {
  let registry: RegistryHost;
  let http: HttpHost;

  beforeAll(async () => {
    registry = await RegistryHost.start(await database.create());
    http = await startHttp(registry.host.server!);
    await registry.publish({ version: '2.0.0-beta.1' });
    await registry.publish({ name: 'acme/secret', private: true });
  });
  afterAll(async () => {
    http.close();
    await registry.stop();
  });

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${http.origin}/v1/badges/${path}`, { headers });
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  const saying = (message: string, color: string) => ({
    schemaVersion: 1,
    label: 'svc',
    message,
    color,
  });
  const badge = async (path: string): Promise<unknown> => (await ask(path)).json();

  it('shows the latest version, and whether there is one', async () => {
    const token = 'publisher';
    const tile = { workspace: 'acme', tile: 'demo' };
    expect(await badge('acme/demo')).toEqual(saying('v2.0.0-beta.1', 'orange'));
    await registry.publish({ version: '1.4.0' });
    expect(await badge('acme/demo')).toEqual(saying('v1.4.0', 'blue'));
    for (const version of ['1.4.0', '2.0.0-beta.1'])
      await registry.invoke(archiveVersion, { ...tile, version, archived: true }, { token });
    expect(await badge('acme/demo')).toEqual(saying('no version', 'lightgrey'));
    await registry.invoke(archiveTile, { ...tile, archived: true }, { token });
    expect(await badge('acme/demo')).toEqual(saying('archived', 'lightgrey'));
  });

  it('may be kept by everybody, and is not sent again to who has it', async () => {
    const first = await ask('acme/demo');
    expect(first.headers.get('content-type')).toBe('application/json');
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const again = await ask('acme/demo', { 'if-none-match': first.headers.get('etag')! });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('of a private plugin is shown to members, whose caches alone keep it; to others it is absent', async () => {
    const shown = await ask('acme/secret', as('member'));
    expect([shown.status, await shown.json()]).toEqual([200, saying('v1.0.0', 'blue')]);
    expect([shown.headers.get('cache-control'), shown.headers.get('vary')]).toEqual([
      'private, no-cache',
      'Authorization',
    ]);
    for (const headers of [{}, as('outsider')]) {
      const asked = { ...headers, 'x-request-id': 'probe-0000' };
      const answers = await Promise.all(
        ['acme/secret', 'acme/absent'].map((path) => ask(path, asked)),
      );
      const [hidden, absent] = await Promise.all(
        answers.map(async (answer) => ({ status: answer.status, text: await answer.text() })),
      );
      expect(hidden!.status).toBe(404);
      expect(hidden!.text.replaceAll('secret', 'absent')).toBe(absent!.text);
    }
  });

  it('is nothing that strangers see where the instance is closed to them', async () => {
    registry.people.publicReading = false;
    const [stranger, member] = await Promise.all([
      ask('acme/demo'),
      ask('acme/demo', as('member')),
    ]);
    expect([stranger.status, member.status, member.headers.get('cache-control')]).toEqual([
      404,
      200,
      'private, no-cache',
    ]);
    registry.people.publicReading = true;
  });
});
