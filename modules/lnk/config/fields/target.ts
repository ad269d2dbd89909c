import type { Field, Section } from './field.js';
import type { MemberShape, ObjectShape } from './shape.js';
import { NAME, TEXT, mapOf, text } from './shapes.js';

const named = (kind: string): MemberShape => ({ shape: NAME, doc: `The name of ${kind}.` });

/** A target as an object: `{ "deployment": "shop", "container": "web" }`. */
const TARGET: ObjectShape = {
  type: 'object',
  members: {
    pod: named('a pod'),
    deployment: named('a deployment'),
    rollout: named('a rollout'),
    job: named('a job, which only an operator can target'),
    cron_job: named('a cron job, which only an operator can target'),
    stateful_set: named('a stateful set, which only an operator can target'),
    service: named('a service, which only an operator can target'),
    replica_set: named('a replica set, which only an operator can target'),
    labels: {
      shape: mapOf(TEXT),
      doc: 'Labels that the pods have, which only an operator can target.',
    },
    container: {
      shape: NAME,
      doc: 'The container of the pod. Without it, it is the first one that is no proxy of a service mesh.',
    },
  },
  oneOf: [
    'pod',
    'deployment',
    'rollout',
    'job',
    'cron_job',
    'stateful_set',
    'service',
    'replica_set',
    'labels',
  ],
};

export const TARGET_SECTIONS: readonly Section[] = [
  {
    path: 'target',
    doc: 'What the process stands in for. A text is the path itself; so is an object that names a pod or a workload.',
    shorthands: [
      { form: text('target'), sets: 'path' },
      { form: TARGET, sets: 'path' },
    ],
  },
];

export const TARGET_FIELDS: readonly Field[] = [
  {
    path: 'target.path',
    shape: { type: 'forms', forms: [text('target'), TARGET] },
    doc: 'The pod or workload that the process stands in for: `<kind>/<name>`, with `/container/<container>` behind it for a certain container. Kinds are `pod`, `deployment`, `rollout`, `job`, `cronjob`, `statefulset`, `service` and `replicaset`; `label/<key>=<value>` finds pods by their labels; `targetless` stands for none. Without an operator only `pod`, `deployment` and `rollout` are possible, and of a workload one pod is taken.',
    fallbackText: 'no target',
    env: [{ name: 'LNK_IMPERSONATED_TARGET' }],
    flags: [{ input: 'target', name: '--target' }],
  },
  {
    path: 'target.namespace',
    shape: TEXT,
    doc: 'The namespace of the target. Without a value it is the namespace of the context.',
    fallbackText: 'the namespace of the context',
    env: [{ name: 'LNK_TARGET_NAMESPACE' }],
    flags: [{ input: 'targetNamespace', name: '--target-namespace' }],
  },
];
