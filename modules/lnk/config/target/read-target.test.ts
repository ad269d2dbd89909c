import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readTarget } from './read-target.js';
import { NAMED_KINDS, needsOperator, targetObject, targetText, type Target } from './target.js';

const labels = (...pairs: [string, string][]) => new Map(pairs);

const TEXTS: readonly [string, Target][] = [
  ['targetless', { kind: 'targetless' }],
  ['pod/web-0', { kind: 'pod', name: 'web-0' }],
  ['pod/web/container/app', { kind: 'pod', name: 'web', container: 'app' }],
  ['deployment/web', { kind: 'deployment', name: 'web' }],
  ['deploy/web', { kind: 'deployment', name: 'web' }],
  ['deploy/web/container/app', { kind: 'deployment', name: 'web', container: 'app' }],
  ['rollout/web', { kind: 'rollout', name: 'web' }],
  ['job/nightly', { kind: 'job', name: 'nightly' }],
  ['cronjob/nightly', { kind: 'cronjob', name: 'nightly' }],
  ['statefulset/db', { kind: 'statefulset', name: 'db' }],
  ['service/web', { kind: 'service', name: 'web' }],
  ['replicaset/web-1', { kind: 'replicaset', name: 'web-1' }],
  ['pod/container/container/container', { kind: 'pod', name: 'container', container: 'container' }],
  ['label/app=web', { kind: 'label', labels: labels(['app', 'web']) }],
  ['label/app=web,tier=', { kind: 'label', labels: labels(['app', 'web'], ['tier', '']) }],
  ['label/b=1, a=2', { kind: 'label', labels: labels(['b', '1'], ['a', '2']) }],
  [
    'label/app.kubernetes.io/name=web/container/app',
    { kind: 'label', labels: labels(['app.kubernetes.io/name', 'web']), container: 'app' },
  ],
  [
    'label/x.io/container=web/container/app',
    { kind: 'label', labels: labels(['x.io/container', 'web']), container: 'app' },
  ],
];

const OBJECTS: readonly [object, Target][] = [
  [{ pod: 'web-0' }, { kind: 'pod', name: 'web-0' }],
  [
    { deployment: 'web', container: 'app' },
    { kind: 'deployment', name: 'web', container: 'app' },
  ],
  [
    { rollout: 'web', container: null },
    { kind: 'rollout', name: 'web' },
  ],
  [
    { job: 'nightly', pod: null },
    { kind: 'job', name: 'nightly' },
  ],
  [{ cron_job: 'nightly' }, { kind: 'cronjob', name: 'nightly' }],
  [{ stateful_set: 'db' }, { kind: 'statefulset', name: 'db' }],
  [{ service: 'web' }, { kind: 'service', name: 'web' }],
  [{ replica_set: 'web-1' }, { kind: 'replicaset', name: 'web-1' }],
  [{ labels: { app: 'web' } }, { kind: 'label', labels: labels(['app', 'web']) }],
  [
    { labels: labels(['app', 'web'], ['tier', 'x']), container: 'app' },
    { kind: 'label', labels: labels(['app', 'web'], ['tier', 'x']), container: 'app' },
  ],
];

const WRONG: readonly [unknown, string][] = [
  ['', 'the target is empty'],
  ['web', 'write `pod/web` or `deployment/web`'],
  ['my web app', 'write `pod/<name>`'],
  ['Targetless', 'is written `targetless`'],
  ['targetless/x', 'nothing may follow `targetless`'],
  ['pod', 'the target has no name: write `pod/<name>`'],
  ['deployments', 'write `deployment/<name>`'],
  ['label', 'the target has no labels'],
  ['pod/', 'the name of the pod is empty'],
  ['deploy/', 'the name of the deployment is empty'],
  ['/web', '"" is no kind of target'],
  ['pod/ web', 'contains a space or a slash'],
  ['pods/web', 'write `pod/web`'],
  ['Deployment/web', 'write `deployment/web`'],
  ['sts/db', 'write `statefulset/db`'],
  ['stateful-set/db', 'write `statefulset/db`'],
  ['cron_job/x', 'write `cronjob/x`'],
  ['deployment.apps/web', 'write `deployment/web`'],
  ['labels/app=web', 'write `label/app=web`'],
  ['staging/web', '"staging" is no kind of target'],
  ['constructor/web', '"constructor" is no kind of target'],
  ['daemonset/web', 'one of pod, deployment'],
  ['pod/web/app', '"app" may not follow the name of the pod'],
  ['pod/web/', '"" may not follow'],
  ['pod/web/container', 'the name of the container is empty'],
  ['pod/web/container/', 'the name of the container is empty'],
  ['pod/web/container/app/more', 'nothing may follow the name of the container, and "more" does'],
  ['pod/web/container/app/', 'nothing may follow the name of the container'],
  ['label/', 'the target has no labels'],
  ['label/container/app', 'has no value'],
  ['label//container/app', 'the target has no labels'],
  ['label/app', 'the label "app" has no value: write `app=<value>`'],
  ['label/=web', 'and no key'],
  ['label/app=web,', 'a label is empty'],
  ['label/app=web,app=api', 'the label "app" is given twice'],
  ['label/app==web', 'the label "app" has the value "=web"'],
  ['label/app=web/container/', 'the name of the container is empty'],
  ['label/app=web/container', 'a container is named by `/container/<name>`'],
  ['label/app=web/container/a/b', 'contains a space or a slash'],
  [{}, 'does not say what the target is'],
  [{ container: 'app' }, 'does not say what the target is'],
  [{ pod: 'a', deployment: 'b' }, 'the object names pod and deployment'],
  [{ pod: 'a', labels: { a: 'b' } }, 'the object names pod and labels'],
  [{ deployment: 'web', namespace: 'x' }, '`namespace` stands beside `path`'],
  [{ statefulset: 'db' }, '"statefulset" is written `stateful_set` here'],
  [{ cronJob: 'x' }, '"cronJob" is written `cron_job` here'],
  [{ deploy: 'web' }, '"deploy" is written `deployment` here'],
  [{ label: { app: 'web' } }, '`label` is written `labels`'],
  [{ targetless: true }, 'is the text `"targetless"`'],
  [{ daemon_set: 'x' }, '"daemon_set" is no kind of target'],
  [{ pod: '' }, 'the name of the pod is empty'],
  [{ pod: 7 }, 'the name of the pod is no text'],
  [{ pod: 'web', container: '' }, 'the name of the container is empty'],
  [{ pod: 'web', container: 7 }, 'the container is no text'],
  [{ labels: {} }, 'the target has no labels'],
  [{ labels: { '': 'web' } }, 'and no key'],
  [{ labels: { app: 1 } }, 'has a value that is no text'],
  [{ labels: 'app=web' }, 'the labels are no object'],
  [null, 'a target is a text'],
  [7, 'a target is a text'],
  [['pod/web'], 'a target is a text'],
];

describe('targets', () => {
  it.each(TEXTS)('reads %s', (text, target) => {
    expect(readTarget(text)).toEqual(target);
  });

  it.each(OBJECTS)('reads %j', (object, target) => {
    expect(readTarget(object)).toEqual(target);
  });

  it.each(WRONG)('refuses %j', (value, clause) => {
    expect(readTarget(value)).toEqual(expect.stringContaining(clause));
  });

  it('needs an operator for what is more than pods', () => {
    const kinds = ['targetless', 'label', ...NAMED_KINDS] as const;
    expect(kinds.filter((kind) => !needsOperator(kind))).toEqual([
      'targetless',
      'pod',
      'deployment',
      'rollout',
    ]);
  });
});

const name = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,20}$/);
const container = fc.option(name, { nil: undefined });
const key = fc.stringMatching(/^([a-z.]{1,8}\/)?[A-Za-z0-9_.-]{1,12}$/);
const pairs = fc.uniqueArray(fc.tuple(key, fc.stringMatching(/^[A-Za-z0-9_.-]{0,9}$/)), {
  minLength: 1,
  maxLength: 4,
  selector: ([first]) => first,
});
const withContainer = (target: Target, inner?: string): Target =>
  inner === undefined ? target : { ...target, container: inner };
const target: fc.Arbitrary<Target> = fc.oneof(
  fc.constant<Target>({ kind: 'targetless' }),
  fc
    .tuple(fc.constantFrom(...NAMED_KINDS), name, container)
    .map(([kind, named, inner]) => withContainer({ kind, name: named }, inner)),
  fc
    .tuple(pairs, container)
    .map(([entries, inner]) => withContainer({ kind: 'label', labels: new Map(entries) }, inner)),
);

describe('properties of targets', () => {
  it('reads what it writes, as text and as object', () => {
    fc.assert(
      fc.property(target, (one) => {
        expect(readTarget(targetText(one))).toEqual(one);
        expect(readTarget(targetObject(one))).toEqual(one);
      }),
    );
  });

  it('answers a target or a clause for any value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.jsonValue()), (value) => {
        const read = readTarget(value);
        if (typeof read === 'string') {
          expect(read).toMatch(/^[^A-Z].*[^.]$/su);
          return;
        }
        expect(readTarget(targetText(read))).toEqual(read);
      }),
    );
  });
});
