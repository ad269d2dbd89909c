import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  buildExtension,
  metricsPoint,
  type Log,
  type MetricReading,
  type MetricSource,
} from 'svc-registry/kernel';
import type { Kernel } from '../../kernel/index.js';
import { once } from '../../toolbox/once.js';

export interface MetricsOptions {
  readonly kernel: Kernel;
  readonly log: Log;
  readonly version: string;
}

type MetricExtension = ReturnType<typeof contributed>[number];

const contributed = (kernel: Kernel) => kernel.extensions.of(metricsPoint);

/** Adds a module's metric, which is read at every scrape. One that fails is left out of that scrape. */
function addContributed(registry: Registry, extension: MetricExtension, log: Log): void {
  const { id: name, module, data } = extension;
  const source = once(() => buildExtension<MetricSource>(extension));
  const readings = async (): Promise<readonly MetricReading[]> => {
    try {
      return await (await source()).read();
    } catch (error) {
      log.error({ err: error, module, metric: name }, 'metric cannot be read');
      return [];
    }
  };
  const settings = {
    name,
    help: data.help,
    labelNames: [...(data.labels ?? [])],
    registers: [registry],
    collect: async (): Promise<void> => {
      const read = await readings();
      metric.reset();
      // `reset` leaves a value of zero without labels, which was never measured
      metric.remove({});
      for (const { value, labels = {} } of read) metric.inc(labels, value);
    },
  };
  const metric: Counter | Gauge =
    data.type === 'counter' ? new Counter(settings) : new Gauge(settings);
}

function addOwn(registry: Registry, { kernel, version }: MetricsOptions): void {
  const registers = [registry];
  new Gauge({
    name: 'svc_info',
    help: 'Version of the program',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  new Gauge({
    name: 'svc_modules',
    help: 'Modules by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.reset();
      for (const { state } of kernel.modules()) this.inc({ state });
    },
  });
}

/** Numbers about a server in Prometheus' text format. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Time from request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [this.registry],
  });

  constructor(options: MetricsOptions) {
    collectDefaultMetrics({ register: this.registry });
    addOwn(this.registry, options);
    for (const extension of contributed(options.kernel))
      this.addContributed(extension, options.log);
  }

  /** Counts requests by the matched route, never by the requested path: the number of labels would grow without bound. */
  readonly observe: RequestHandler = (request, response, next) => {
    const end = this.requests.startTimer();
    response.on('close', () => {
      const matched = request.route as { readonly path: string } | undefined;
      const labels =
        matched === undefined
          ? { method: '', route: 'other' }
          : { method: request.method, route: matched.path };
      end({ ...labels, status: response.statusCode });
    });
    next();
  };

  /** A name that is taken or malformed loses this metric only. */
  private addContributed(extension: MetricExtension, log: Log): void {
    try {
      addContributed(this.registry, extension, log);
    } catch (error) {
      log.error(
        { err: error, module: extension.module, metric: extension.id },
        'metric cannot be shown',
      );
    }
  }

  /** The text and its content type. */
  async text(): Promise<{ readonly body: string; readonly type: string }> {
    return { body: await this.registry.metrics(), type: this.registry.contentType };
  }
}
