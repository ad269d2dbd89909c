import { describe, expect, it } from '@jest/globals';
import {
  contribute,
  defineFacet,
  defineModule,
  metricsPoint,
  type MetricReading,
  type MetricSource,
} from 'svc-registry/kernel';
import { recordingLog, startTestHost, type LogEntry } from 'svc-registry/testing';
import { Metrics } from './metrics.js';

class Waiting implements MetricSource {
  read(): Promise<readonly MetricReading[]> {
    return Promise.resolve([
      { value: 3, labels: { kind: 'scan' } },
      { value: 0, labels: { kind: 'review' } },
    ]);
  }
}

class Done implements MetricSource {
  private total = 40;
  read(): Promise<readonly MetricReading[]> {
    this.total += 1;
    return Promise.resolve([{ value: this.total }]);
  }
}

class Broken implements MetricSource {
  read(): Promise<readonly MetricReading[]> {
    return Promise.reject(new Error('the disk is gone'));
  }
}

const counting = defineModule({
  id: 'counting',
  api: '^1.0.0',
  summary: 'Counts',
  operations: [],
  contributes: [
    contribute(
      metricsPoint,
      'svc_jobs_waiting',
      { help: 'Waiting jobs', type: 'gauge', labels: ['kind'] },
      () => Promise.resolve(Waiting),
    ),
    contribute(
      metricsPoint,
      'svc_jobs_done_total',
      { help: 'Finished jobs', type: 'counter' },
      () => Promise.resolve(Done),
    ),
    contribute(metricsPoint, 'svc_broken', { help: 'Cannot be read', type: 'gauge' }, () =>
      Promise.resolve(Broken),
    ),
  ],
  server: () => Promise.resolve({ default: defineFacet({}) }),
});

describe('metrics of modules', () => {
  it('shows what they count at every scrape, and leaves out what cannot be read', async () => {
    const host = await startTestHost({ modules: [counting] });
    const log: LogEntry[] = [];
    try {
      const metrics = new Metrics({
        kernel: host.kernel,
        log: recordingLog(log),
        version: '1.2.3',
      });
      const { body } = await metrics.text();
      expect(body).toContain('svc_jobs_waiting{kind="scan"} 3');
      expect(body).toContain('svc_jobs_waiting{kind="review"} 0');
      expect(body).toContain('svc_jobs_done_total 41');
      expect(body).not.toMatch(/^svc_broken\b/m);
      expect(body).toContain('svc_info{version="1.2.3"} 1');
      const { body: again } = await metrics.text();
      expect(again).toContain('svc_modules{state="active"} 1');
      expect(again).toContain('svc_jobs_done_total 42');
      expect(log.map(({ fields }) => fields['metric'])).toEqual(['svc_broken', 'svc_broken']);
    } finally {
      await host.stop();
    }
  });
});
