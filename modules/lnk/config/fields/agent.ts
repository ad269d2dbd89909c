import type { Field, Section } from './field.js';
import { BOOLEAN, TEXT, U16, U64, mapOf, text } from './shapes.js';

export const AGENT_SECTIONS: readonly Section[] = [
  {
    path: 'agent',
    doc: 'The helper that `lnk` starts in the cluster. With an operator these settings do not count: the operator has its own.',
  },
  { path: 'agent.dns', doc: 'How the agent resolves names.', beyond: true },
];

/** Those that real configurations mostly have; `agent-pod.ts` has the rest. */
export const AGENT_FIELDS: readonly Field[] = [
  {
    path: 'agent.log_level',
    shape: TEXT,
    doc: 'How much the agent logs, such as `info`, `debug`, or `lnk=debug,warn` for some of its parts.',
    fallback: 'info',
    env: [{ name: 'LNK_AGENT_RUST_LOG' }],
    flags: [{ input: 'agentLogLevel', name: '--agent-log-level' }],
  },
  {
    path: 'agent.json_log',
    shape: BOOLEAN,
    doc: 'Writes the log of the agent as JSON, one object a line, in place of text.',
    fallback: false,
    env: [{ name: 'LNK_AGENT_JSON_LOG' }],
  },
  {
    path: 'agent.labels',
    shape: mapOf(TEXT),
    doc: 'Labels that the pod of the agent gets, for policies that ask for some.',
    fallbackText: 'none',
  },
  {
    path: 'agent.annotations',
    shape: mapOf(TEXT),
    doc: 'Annotations that the pod of the agent gets.',
    fallbackText: 'none',
  },
  {
    path: 'agent.namespace',
    shape: TEXT,
    doc: 'The namespace in which the agent runs. An ephemeral agent ignores it, as it runs in the pod of the target. Without a value it is the namespace of the target.',
    fallbackText: 'the namespace of the target',
    env: [{ name: 'LNK_AGENT_NAMESPACE' }],
    flags: [{ input: 'agentNamespace', name: '--agent-namespace' }],
  },
  {
    path: 'agent.image',
    shape: {
      type: 'forms',
      forms: [
        TEXT,
        {
          type: 'object',
          members: {
            registry: { shape: TEXT, doc: 'The image without its tag, such as `ghcr.io/you/lnk`.' },
            tag: { shape: TEXT, doc: 'The tag of the image. Without it, the version of `lnk`.' },
          },
        },
      ],
    },
    doc: 'The image of the agent, for clusters that cannot load the usual one: a whole reference, or registry and tag. Without a value it is the image of this version; `LNK_AGENT_IMAGE_REGISTRY` and `LNK_AGENT_IMAGE_TAG` replace its parts.',
    fallbackText: 'the image of this version of `lnk`',
    env: [{ name: 'LNK_AGENT_IMAGE' }],
    flags: [{ input: 'agentImage', name: '--agent-image' }],
  },
  {
    path: 'agent.image_pull_policy',
    shape: TEXT,
    doc: 'When the cluster loads the image of the agent again: `Always`, `IfNotPresent` or `Never`. It is passed on to Kubernetes as it is.',
    fallback: 'IfNotPresent',
    env: [{ name: 'LNK_AGENT_IMAGE_PULL_POLICY' }],
  },
  {
    path: 'agent.image_pull_secrets',
    shape: {
      type: 'list',
      of: {
        type: 'object',
        members: {
          name: {
            shape: TEXT,
            doc: 'The name of a secret in the namespace of the agent.',
            required: true,
          },
        },
      },
    },
    doc: 'Secrets with the credentials for the registry of the image.',
    fallbackText: 'none',
  },
  {
    path: 'agent.ttl',
    shape: U16,
    doc: 'How many seconds the pod of the agent stays after it has ended, so that its log can be read.',
    fallback: 1,
    env: [{ name: 'LNK_AGENT_TTL' }],
    flags: [{ input: 'agentTtl', name: '--agent-ttl' }],
  },
  {
    path: 'agent.ephemeral',
    shape: BOOLEAN,
    doc: 'Runs the agent as an ephemeral container inside the pod of the target, not as a pod of its own. It needs a target, and the container stays in the pod until the pod is replaced.',
    fallback: false,
    env: [{ name: 'LNK_EPHEMERAL_CONTAINER' }],
    flags: [{ input: 'ephemeralContainer', name: '--ephemeral-container' }],
  },
  {
    path: 'agent.communication_timeout',
    shape: U16,
    doc: 'After how many seconds without a message the agent takes the session for ended. Without a value it is 30.',
    fallbackText: '30 seconds',
    env: [{ name: 'LNK_AGENT_COMMUNICATION_TIMEOUT' }],
  },
  {
    path: 'agent.startup_timeout',
    shape: U64,
    doc: 'How many seconds the agent has to get ready. After them the session ends with an error; large images that are loaded for the first time need more.',
    fallback: 60,
    env: [{ name: 'LNK_AGENT_STARTUP_TIMEOUT' }],
    flags: [{ input: 'agentStartupTimeout', name: '--agent-startup-timeout' }],
  },
  {
    path: 'agent.flush_connections',
    shape: BOOLEAN,
    doc: 'Drops connections that exist when traffic begins to be stolen, so that clients connect anew and are stolen too. With `false` such connections stay with the target until they end.',
    fallback: true,
    env: [{ name: 'LNK_AGENT_STEALER_FLUSH_CONNECTIONS' }],
    stage: 'unstable',
  },
  {
    path: 'agent.metrics',
    shape: text('socket-address'),
    doc: 'The address at which the agent serves its metrics, such as `0.0.0.0:9000`. Without a value it serves none.',
    fallbackText: 'no metrics',
  },
];
