import { contribute, metricsPoint, type MetricSource } from 'svc-registry/kernel';

export class OpenPolls implements MetricSource {
  read() {
    return Promise.resolve([{ value: 3, labels: { team: 'tools' } }]);
  }
}

export const contribution = contribute(
  metricsPoint,
  'svc_poll_open',
  { help: 'Polls that are open', type: 'gauge', labels: ['team'] },
  () => Promise.resolve(OpenPolls),
);
