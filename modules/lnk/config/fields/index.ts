import { AGENT_FIELDS, AGENT_SECTIONS } from './agent.js';
import { AGENT_POD_FIELDS } from './agent-pod.js';
import { CONTAINER_FIELDS, CONTAINER_SECTIONS } from './container.js';
import { COPY_TARGET_FIELDS, COPY_TARGET_SECTIONS } from './copy-target.js';
import { DATABASE_BRANCH_FIELDS } from './database-branches.js';
import { DNS_FIELDS, DNS_SECTIONS } from './dns.js';
import { ENVIRONMENT_FIELDS, ENVIRONMENT_SECTIONS } from './environment.js';
import { EXPERIMENTAL_FIELDS, EXPERIMENTAL_SECTIONS } from './experimental.js';
import type { Field, Section } from './field.js';
import { FILE_FIELDS, FILE_SECTIONS } from './files.js';
import { HTTP_FILTER_FIELDS, HTTP_FILTER_SECTIONS } from './http-filter.js';
import { INCOMING_FIELDS, INCOMING_SECTIONS } from './incoming.js';
import { MAGIC_FIELDS, MAGIC_SECTIONS } from './magic.js';
import { FEATURE_FIELDS, FEATURE_SECTIONS, NETWORK_FIELDS, NETWORK_SECTIONS } from './network.js';
import { OUTGOING_FIELDS, OUTGOING_SECTIONS } from './outgoing.js';
import { PREVIEW_FIELDS } from './preview.js';
import { PROXY_FIELDS, PROXY_SECTIONS } from './proxies.js';
import { ROOT_FIELDS } from './root.js';
import { SESSION_FIELDS, SESSION_SECTIONS } from './session.js';
import { SPLIT_QUEUES_FIELDS } from './split-queues.js';
import { TARGET_FIELDS, TARGET_SECTIONS } from './target.js';

/** Every section, each after the section that contains it. The root of the document is not listed. */
export const SECTIONS: readonly Section[] = [
  ...TARGET_SECTIONS,
  ...FEATURE_SECTIONS,
  ...ENVIRONMENT_SECTIONS,
  ...FILE_SECTIONS,
  ...NETWORK_SECTIONS,
  ...INCOMING_SECTIONS,
  ...HTTP_FILTER_SECTIONS,
  ...OUTGOING_SECTIONS,
  ...DNS_SECTIONS,
  ...COPY_TARGET_SECTIONS,
  ...MAGIC_SECTIONS,
  ...AGENT_SECTIONS,
  ...PROXY_SECTIONS,
  ...CONTAINER_SECTIONS,
  ...SESSION_SECTIONS,
  ...EXPERIMENTAL_SECTIONS,
];

/** Every field, those of a section together. */
export const FIELDS: readonly Field[] = [
  ...ROOT_FIELDS,
  ...TARGET_FIELDS,
  ...FEATURE_FIELDS,
  ...ENVIRONMENT_FIELDS,
  ...FILE_FIELDS,
  ...NETWORK_FIELDS,
  ...INCOMING_FIELDS,
  ...HTTP_FILTER_FIELDS,
  ...OUTGOING_FIELDS,
  ...DNS_FIELDS,
  ...COPY_TARGET_FIELDS,
  ...SPLIT_QUEUES_FIELDS,
  ...DATABASE_BRANCH_FIELDS,
  ...PREVIEW_FIELDS,
  ...MAGIC_FIELDS,
  ...AGENT_FIELDS,
  ...AGENT_POD_FIELDS,
  ...PROXY_FIELDS,
  ...CONTAINER_FIELDS,
  ...SESSION_FIELDS,
  ...EXPERIMENTAL_FIELDS,
];
