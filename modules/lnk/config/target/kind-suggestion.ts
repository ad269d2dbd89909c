import { ownValue } from '../../../../toolbox/own-value.js';
import { NAMED_KINDS, type NamedKind } from './target.js';

/** Short names and plurals of kubectl, without separators. */
const SHORT_NAMES: Readonly<Record<string, NamedKind>> = {
  po: 'pod',
  deploy: 'deployment',
  deploys: 'deployment',
  cj: 'cronjob',
  sts: 'statefulset',
  svc: 'service',
  rs: 'replicaset',
  ro: 'rollout',
};

/** The kind that a text probably means: `Deployments`, `stateful-set`, `sts`, `deployment.apps`. */
export function kindLike(text: string): NamedKind | undefined {
  const [first = ''] = text.trim().split('.');
  const plain = first.toLowerCase().replaceAll(/[-_\s]/g, '');
  return (
    ownValue(SHORT_NAMES, plain) ??
    NAMED_KINDS.find((kind) => plain === kind || plain === `${kind}s`)
  );
}
