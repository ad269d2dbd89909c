import type { Field } from './field.js';
import type { Shape } from './shape.js';
import { BOOLEAN, TEXT, U32, U64, choice, listOf, text } from './shapes.js';

const TTL: Shape = { type: 'forms', forms: [U64, choice('infinite')] };

const MOUNTS: Shape = {
  type: 'list',
  of: {
    type: 'object',
    members: {
      mount_at: {
        shape: text('absolute-path'),
        doc: 'The path of the file in the pod.',
        required: true,
      },
      type: {
        shape: choice('text', 'binary'),
        doc: 'Whether `payload` is the text itself or bytes in Base64.',
      },
      payload: { shape: TEXT, doc: 'What the file has in it.' },
      from_file: { shape: TEXT, doc: 'The path of a local file to take it from.' },
    },
    oneOf: ['payload', 'from_file'],
    needs: { type: ['payload'] },
  },
};

export const PREVIEW_FIELDS: readonly Field[] = [
  {
    path: 'feature.preview',
    shape: {
      type: 'object',
      members: {
        image: { shape: TEXT, doc: 'The image that runs in the preview.' },
        ttl_mins: {
          shape: TTL,
          doc: 'How many minutes the preview lives, or `infinite`; 60 without a value. It cannot be given together with `ttl_secs`.',
        },
        ttl_secs: {
          shape: TTL,
          doc: 'How many seconds the preview lives, or `infinite`. It cannot be given together with `ttl_mins`.',
        },
        creation_timeout_secs: {
          shape: U64,
          doc: 'How many seconds the preview has to get ready; 60 without a value.',
        },
        replicas: { shape: U32, doc: 'How many pods run; 1 without a value.' },
        labels: {
          shape: {
            type: 'object',
            members: {
              include: { shape: listOf(TEXT), doc: 'The only labels to take over.' },
              exclude: { shape: listOf(TEXT), doc: 'Labels to leave out.' },
            },
          },
          doc: 'Which labels of the target the pods of the preview get.',
        },
        idle: {
          shape: {
            type: 'object',
            members: {
              start_idle: { shape: BOOLEAN, doc: 'Begins asleep.' },
              sleep_after_secs: {
                shape: { type: 'integer', min: 30, max: Number.MAX_SAFE_INTEGER },
                doc: 'After how many seconds without a request the preview goes to sleep, at least 30.',
              },
              wake_timeout_secs: {
                shape: { type: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER },
                doc: 'How many seconds a request waits for the preview to wake up.',
              },
            },
          },
          doc: 'Lets a preview that nobody uses sleep.',
        },
        config_mounts: {
          shape: MOUNTS,
          doc: 'Files of the preview that others in the cluster may see.',
        },
        secret_mounts: { shape: MOUNTS, doc: 'Files of the preview that are kept as secrets.' },
      },
    },
    doc: 'A copy of the target with an image of your own that stays in the cluster after the session. Only an operator makes previews.',
    fallbackText: 'none',
    beyond: true,
    effect: 'refused',
  },
];
