import type { Field, Section } from './field.js';
import { TEXT, U32, U64 } from './shapes.js';

export const SESSION_SECTIONS: readonly Section[] = [
  {
    path: 'startup_retry',
    doc: 'How requests to the cluster are repeated that fail while a session starts.',
  },
  { path: 'ci', doc: 'Sessions that are started by a pipeline.' },
];

export const SESSION_FIELDS: readonly Field[] = [
  {
    path: 'startup_retry.min_ms',
    shape: U64,
    doc: 'How many milliseconds pass before the first repetition; each later one waits longer. It cannot be more than `max_ms`.',
    fallback: 500,
    beyond: true,
  },
  {
    path: 'startup_retry.max_ms',
    shape: U64,
    doc: 'How many milliseconds pass between two repetitions at most. It cannot be 0.',
    fallback: 5000,
    beyond: true,
  },
  {
    path: 'startup_retry.max_retries',
    shape: U32,
    doc: 'How often a request is repeated. With 0 the first failure ends the start.',
    fallback: 2,
    beyond: true,
  },
  {
    path: 'ci.output_dir',
    shape: TEXT,
    doc: 'The folder for what the process of a session in a pipeline prints.',
    fallback: '/tmp/lnk/',
    beyond: true,
  },
];
