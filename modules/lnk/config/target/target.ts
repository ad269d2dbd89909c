/** Kinds in the order in which people are offered them, as a target's text names them. */
export const TARGET_KINDS = [
  'targetless',
  'pod',
  'deployment',
  'rollout',
  'job',
  'cronjob',
  'statefulset',
  'service',
  'replicaset',
  'label',
] as const;

export type TargetKind = (typeof TARGET_KINDS)[number];

/** What a session takes the place of. */
export interface Target {
  readonly kind: TargetKind;
  /** The name of the object; absent for `targetless` and `label`. */
  readonly name?: string;
  /** Of kind `label` only, never empty, in the order in which they were written. */
  readonly labels?: ReadonlyMap<string, string>;
  readonly container?: string;
}

/** Kinds with a name, and the key that names them in the object form. */
export const OBJECT_KEYS = {
  pod: 'pod',
  deployment: 'deployment',
  rollout: 'rollout',
  job: 'job',
  cronjob: 'cron_job',
  statefulset: 'stateful_set',
  service: 'service',
  replicaset: 'replica_set',
} as const satisfies Partial<Record<TargetKind, string>>;

export type NamedKind = keyof typeof OBJECT_KEYS;

export const NAMED_KINDS = Object.keys(OBJECT_KEYS) as readonly NamedKind[];

const OPERATOR_KINDS: ReadonlySet<TargetKind> = new Set([
  'job',
  'cronjob',
  'statefulset',
  'service',
  'replicaset',
  'label',
]);

/** Whether only an operator can give a session this kind of target. */
export const needsOperator = (kind: TargetKind): boolean => OPERATOR_KINDS.has(kind);

/** The target in one line, in the form in which a configuration may name it: `deployment/web/container/app`. */
export function targetText({ kind, name, labels, container }: Target): string {
  const pairs = [...(labels ?? [])].map(([key, value]) => `${key}=${value}`).join(',');
  const object = kind === 'label' ? pairs : name;
  return [
    kind,
    ...(object === undefined ? [] : [object]),
    ...(container === undefined ? [] : ['container', container]),
  ].join('/');
}

/** The target in the form of an object; `targetless` has none and stays a text. */
export function targetObject(target: Target): unknown {
  const { kind, name, labels, container } = target;
  if (kind === 'targetless') return kind;
  const rest = container === undefined ? {} : { container };
  return kind === 'label'
    ? { labels: Object.fromEntries(labels ?? []), ...rest }
    : { [OBJECT_KEYS[kind]]: name, ...rest };
}
