import type { Field, Section } from './field.js';
import { BOOLEAN, TEXT, U64, text } from './shapes.js';

export const PROXY_SECTIONS: readonly Section[] = [
  {
    path: 'internal_proxy',
    doc: 'The process on your machine that connects the processes of a session with the cluster.',
  },
  {
    path: 'external_proxy',
    doc: 'The process on your machine through which sessions inside containers reach the cluster.',
  },
];

/** What both proxies have. */
const common = (proxy: string, words: string): readonly Field[] => [
  {
    path: `${proxy}.start_idle_timeout`,
    shape: U64,
    doc: `How many seconds the ${words} proxy waits for the first connection before it ends the session. A program that is built first, or stopped by a debugger, needs more.`,
    fallback: 60,
    beyond: true,
  },
  {
    path: `${proxy}.idle_timeout`,
    shape: U64,
    doc: `How many seconds the ${words} proxy goes on without any connection before it ends the session.`,
    fallback: 5,
    beyond: true,
  },
  {
    path: `${proxy}.log_level`,
    shape: TEXT,
    doc: `How much the ${words} proxy logs.`,
    fallback: 'lnk=info,warn',
    beyond: true,
  },
  {
    path: `${proxy}.log_destination`,
    shape: TEXT,
    doc: `The file that the ${words} proxy logs to. A folder, or a path that ends with a slash, gets a file for each session.`,
    fallbackText: 'a file of its own among the temporary files',
    beyond: true,
  },
  {
    path: `${proxy}.json_log`,
    shape: BOOLEAN,
    doc: `Writes the log of the ${words} proxy as JSON, one object a line, in place of text.`,
    fallback: true,
    beyond: true,
  },
];

export const PROXY_FIELDS: readonly Field[] = [
  ...common('internal_proxy', 'internal'),
  {
    path: 'internal_proxy.socket_timeout',
    shape: U64,
    doc: 'After how many seconds without data a connection of the session counts as dead. The default is a year.',
    fallback: 31_536_000,
    beyond: true,
  },
  {
    path: 'internal_proxy.ping_interval',
    shape: U64,
    doc: 'How many seconds pass between two signs of life to the agent. A connection whose other side does not answer them ends.',
    fallback: 30,
    beyond: true,
  },
  {
    path: 'internal_proxy.process_logging_interval',
    shape: U64,
    doc: 'How many seconds pass between two lines of the log that list the processes of the session.',
    fallback: 60,
    beyond: true,
  },
  ...common('external_proxy', 'external'),
  {
    path: 'external_proxy.tls_enable',
    shape: BOOLEAN,
    doc: 'Encrypts the connection between a container and the external proxy.',
    fallback: true,
    beyond: true,
  },
  {
    path: 'external_proxy.host_ip',
    shape: text('ip-address'),
    doc: 'The address of your machine at which containers reach the external proxy.',
    fallbackText: 'the address that is found',
    beyond: true,
  },
];
