import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program, type Server } from './program.js';

const TOKEN = 'metrics-token-of-this-test';

describe('GET /metrics', () => {
  let program: Program;
  let server: Server;

  beforeAll(async () => {
    program = await openProgram();
    server = await program.serve([], { env: { SVC_METRICS_TOKEN: TOKEN } });
  });

  afterAll(() => program.close());

  const scrape = (token?: string): Promise<Response> =>
    fetch(`${server.origin}/metrics`, {
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });

  it('is for the holder of its token only', async () => {
    for (const token of [undefined, 'metrics-token-of-this-tesT', `${TOKEN}x`]) {
      const response = await scrape(token);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'metrics_refused' });
    }
    expect((await scrape(TOKEN)).status).toBe(200);
  });

  it('counts requests by route, so that addresses nobody knows do not add up', async () => {
    await fetch(`${server.origin}/v1/tiles/nobody/nothing`);
    await fetch(`${server.origin}/no/such/place/1`);
    await fetch(`${server.origin}/no/such/place/2`);
    const text = await (await scrape(TOKEN)).text();
    expect(text).toContain(
      'svc_http_request_duration_seconds_count{method="GET",route="/v1/tiles/:workspace/:tile",status="404"} 1',
    );
    expect(text).toContain(
      'svc_http_request_duration_seconds_count{method="",route="other",status="404"} 2',
    );
    expect(text).not.toContain('nobody');
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
    expect(text).not.toContain(TOKEN);
  });

  it('does not exist without a token, and takes no weak one', async () => {
    const plain = await openProgram();
    try {
      const { origin } = await plain.serve();
      expect((await fetch(`${origin}/metrics`)).status).toBe(404);
      const refused = await plain.run(['serve', '--port', '0'], {
        env: { SVC_METRICS_TOKEN: 'short' },
      });
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain('SVC_METRICS_TOKEN');
      expect(refused.stderr).not.toContain('short');
    } finally {
      await plain.close();
    }
  });
});
