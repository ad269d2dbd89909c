import type { KeyTable } from './key-table.js';

const BESIDE =
  'Beside `namespace` the object stands in `path`: write `"target": {"path": {"deployment": "web"}, "namespace": "…"}`.';
const ONE_TEXT = 'Kind and name are one text: write `"path": "deployment/web"`.';
const SELECTOR = 'Write labels as `"path": "label/app=web"`.';
const OUTSIDE = 'It stands beside `path`, not in it: write `target.namespace`.';

/** Keys in `target` and in its `path`. */
export const TARGET_MISTAKES: KeyTable = {
  target: {
    pod: BESIDE,
    deployment: BESIDE,
    rollout: BESIDE,
    job: BESIDE,
    cron_job: BESIDE,
    stateful_set: BESIDE,
    service: BESIDE,
    replica_set: BESIDE,
    labels: BESIDE,
    deploy: BESIDE,
    cronjob: BESIDE,
    statefulset: BESIDE,
    replicaset: BESIDE,
    container: 'Write it in the path: `"path": "deployment/web/container/app"`.',
    container_name: 'Write it in the path: `"path": "deployment/web/container/app"`.',
    name: ONE_TEXT,
    kind: ONE_TEXT,
    type: ONE_TEXT,
    label: SELECTOR,
    selector: SELECTOR,
    label_selector: SELECTOR,
    targetless: 'Write `"path": "targetless"`.',
    ns: 'target.namespace',
    namespaces: 'target.namespace',
    target: 'target.path',
    context: 'kube_context',
    kube_context: 'kube_context',
  },
  'target.path': {
    namespace: OUTSIDE,
    ns: OUTSIDE,
    path: 'Write its value in place of the object.',
    name: ONE_TEXT,
    kind: ONE_TEXT,
    type: ONE_TEXT,
    deploy: 'target.path.deployment',
    pods: 'target.path.pod',
    deployments: 'target.path.deployment',
    cronjob: 'target.path.cron_job',
    statefulset: 'target.path.stateful_set',
    replicaset: 'target.path.replica_set',
    label: 'target.path.labels',
    selector: 'target.path.labels',
    container_name: 'target.path.container',
    targetless: 'Write `"path": "targetless"`.',
  },
};
