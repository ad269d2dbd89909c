import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type Router } from 'express';
import { metricsRefused } from '../module/contract/errors.js';
import { bearerToken } from './request-facts.js';
import { Metrics, type MetricsOptions } from './metrics.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Counts all requests, and answers `GET /metrics` to callers that hold the token. */
export function metricsRoutes(token: string, options: MetricsOptions): Router {
  const metrics = new Metrics(options);
  const wanted = digest(token);
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(metrics.observe);
  router.get('/metrics', async (request, response) => {
    const given = bearerToken(request.headers.authorization) ?? '';
    if (!timingSafeEqual(digest(given), wanted)) throw metricsRefused();
    const { body, type } = await metrics.text();
    response.set({ 'Content-Type': type, 'Cache-Control': 'no-store' }).send(body);
  });
  return router;
}
