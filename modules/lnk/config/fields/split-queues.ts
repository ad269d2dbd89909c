import type { Field } from './field.js';
import type { MemberShape, ObjectShape, Shape } from './shape.js';
import { NAME, TEXT, choice, mapOf, text } from './shapes.js';

const QUEUE_ID: MemberShape = {
  shape: NAME,
  doc: 'The id of the queue, as the operator knows it.',
  required: true,
};

const PROTOBUF: Shape = {
  type: 'object',
  members: {
    schema_file: { shape: TEXT, doc: 'The path of a `.proto` file with the type of the messages.' },
    descriptor_base64: { shape: TEXT, doc: 'A compiled set of descriptors, in Base64.' },
    message_type: {
      shape: TEXT,
      doc: 'The full name of the type of the messages.',
      required: true,
    },
    include_directories: {
      shape: { type: 'list', of: TEXT },
      doc: 'Folders in which imports of `schema_file` are looked for.',
    },
  },
  oneOf: ['schema_file', 'descriptor_base64'],
};

const COMMON: Readonly<Record<string, MemberShape>> = {
  queue_mode: {
    shape: choice('steal', 'mirror'),
    doc: 'Whether messages that match are taken away from the target (`steal`, the default) or copied.',
  },
  message_filter: {
    shape: mapOf(text('pattern')),
    doc: 'Names of attributes or headers, each with a regular expression. A message matches when all of them do.',
  },
};
const JQ: Readonly<Record<string, MemberShape>> = {
  jq_filter: { shape: TEXT, doc: 'A jq program that is true for a message that matches.' },
};

/** What an entry has, by its type of queue. */
const OWN: Readonly<Record<string, Readonly<Record<string, MemberShape>>>> = {
  SQS: JQ,
  Kafka: {
    ...JQ,
    payload_protobuf: { shape: PROTOBUF, doc: 'How to read messages that are protocol buffers.' },
  },
  RMQ: {},
  GCPPubSub: JQ,
  AzureServiceBus: JQ,
  RedisPubSub: JQ,
  Temporal: JQ,
  BullMQ: JQ,
};

function variants(first: Readonly<Record<string, MemberShape>>): Record<string, ObjectShape> {
  return Object.fromEntries(
    Object.entries(OWN).map(([type, own]) => [
      type,
      { type: 'object', members: { ...first, ...COMMON, ...own } },
    ]),
  );
}

const entry = (first: Readonly<Record<string, MemberShape>>): Shape => ({
  type: 'tagged',
  tag: 'queue_type',
  variants: variants(first),
});

export const SPLIT_QUEUES_FIELDS: readonly Field[] = [
  {
    path: 'feature.split_queues',
    shape: {
      type: 'forms',
      forms: [mapOf(entry({})), { type: 'list', of: entry({ queue_id: QUEUE_ID }) }],
    },
    doc: 'Queues whose messages the process shares with the target: an object of entries by the id of the queue, or a list of entries that name it as `queue_id`. `queue_type` says which kind of queue it is. `RMQ` needs a `message_filter`. Only an operator splits queues.',
    fallbackText: 'none',
    beyond: true,
    effect: 'refused',
  },
];
