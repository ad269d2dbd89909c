import { createHash } from 'node:crypto';
import { buildExtension, readinessPoint, type Log, type ReadinessCheck } from 'svc-registry/kernel';
import type { Kernel } from '../../kernel/index.js';
import { once } from '../../toolbox/once.js';
import { notReady } from '../module/contract/errors.js';
import { openApiDocument } from './openapi.js';
import type { Route } from './route-table.js';
import { sendJson } from './send-json.js';

/** Whether the server is still accepting work. */
export interface ServerState {
  /** Aborts when the server begins to stop. */
  readonly stopping: AbortSignal;
}

export interface SystemRoutesOptions {
  readonly kernel: Kernel;
  readonly log: Log;
  readonly version: string;
  readonly state: ServerState;
}

/** The failing checks, in words; their causes go to the log. */
async function failingChecks({
  kernel,
  log,
  state,
}: SystemRoutesOptions): Promise<readonly string[]> {
  if (state.stopping.aborted) return ['it is stopping'];
  const results = await Promise.all(
    kernel.extensions.of(readinessPoint).map(async (extension) => {
      try {
        await (await buildExtension<ReadinessCheck>(extension)).check();
        return [];
      } catch (error) {
        log.error(
          { err: error, module: extension.module, check: extension.id },
          'readiness check failed',
        );
        return [`${extension.data.summary} is not ready`];
      }
    }),
  );
  return results.flat();
}

/** The routes that describe the server itself. */
export function systemRoutes(options: SystemRoutesOptions): readonly Route[] {
  const { kernel, version } = options;
  const document = once(() => {
    const text = JSON.stringify(openApiDocument(kernel.manifests(), version), null, 1);
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  });
  return [
    {
      method: 'get',
      path: '/health',
      answer: (_request, response) => {
        sendJson(response, { status: 200, body: { status: 'ok' } });
      },
    },
    {
      method: 'get',
      path: '/ready',
      answer: async (_request, response) => {
        const failing = await failingChecks(options);
        if (failing.length > 0) throw notReady({ failing });
        sendJson(response, { status: 200, body: { status: 'ready' } });
      },
    },
    {
      method: 'get',
      path: '/openapi.json',
      answer: (request, response) => {
        const { text, etag } = document();
        response.set({ ETag: etag, 'Cache-Control': 'public, no-cache' });
        if (request.headers['if-none-match'] === etag) response.status(304).end();
        else response.type('application/json').send(text);
      },
    },
  ];
}

/** The response to programs at the root path. */
export function rootRoute({ version }: SystemRoutesOptions): Route {
  const body = {
    name: 'svc',
    version,
    about: 'A registry of plugins for coding agents.',
    api: '/openapi.json',
    health: '/health',
  };
  return {
    method: 'get',
    path: '/',
    answer: (_request, response) => {
      sendJson(response, { status: 200, body });
    },
  };
}
