import type { Field, Section } from './field.js';
import type { MemberShape, Shape } from './shape.js';
import { PORT, TEXT, choice, listOf, text } from './shapes.js';

const QUERY: MemberShape = {
  shape: text('json-path'),
  doc: 'A JSONPath; its results are compared with `matches`.',
  required: true,
};
const MATCHES: MemberShape = {
  shape: text('pattern'),
  doc: 'A regular expression that one of the results must match; it does not ignore case.',
  required: true,
};

/** One condition on a request: `{ "header": "^x-user: me$" }`. */
const CONDITION: Shape = {
  type: 'object',
  members: {
    header: { shape: text('pattern'), doc: 'A regular expression for one header, `Name: value`.' },
    path: { shape: text('pattern'), doc: 'A regular expression for the path.' },
    method: { shape: TEXT, doc: 'A method, such as `GET`.' },
    query: {
      shape: TEXT,
      doc: 'With `body`, a JSONPath whose results are compared with `matches`; alone, a jq program that is true for one of the headers.',
    },
    body: { shape: choice('json'), doc: 'The form of the body that `query` looks into.' },
    matches: {
      shape: text('pattern'),
      doc: 'With `body`, a regular expression that one of the results of `query` must match.',
    },
  },
  oneOf: ['header', 'path', 'method', 'query'],
  needs: { body: ['query', 'matches'], matches: ['body', 'query'] },
};

export const HTTP_FILTER_SECTIONS: readonly Section[] = [
  {
    path: 'feature.network.incoming.http_filter',
    doc: 'Which HTTP requests the process gets; the target answers all others. Of the filters only one can be given: combine several by `all_of` or `any_of`. Without a filter the process gets all requests.',
  },
];

const HTTP = 'feature.network.incoming.http_filter';

export const HTTP_FILTER_FIELDS: readonly Field[] = [
  {
    path: `${HTTP}.header_filter`,
    shape: text('pattern'),
    doc: 'A regular expression that one of the headers must match, as the text `Name: value`, anywhere and ignoring case. The usual one is the key of the session: `lnk-session={{ key }}`.',
    fallbackText: 'no filter',
    env: [{ name: 'LNK_HTTP_HEADER_FILTER' }],
  },
  {
    path: `${HTTP}.path_filter`,
    shape: text('pattern'),
    doc: 'A regular expression that the path of the request must match, without or with the query behind it, anywhere and ignoring case. `^(?!/health)` leaves health checks with the target.',
    fallbackText: 'no filter',
    env: [{ name: 'LNK_HTTP_PATH_FILTER' }],
    beyond: true,
  },
  {
    path: `${HTTP}.method_filter`,
    shape: TEXT,
    doc: 'The method that a request must have, such as `POST`, in capitals or not.',
    fallbackText: 'no filter',
    env: [{ name: 'LNK_HTTP_METHOD_FILTER' }],
    beyond: true,
  },
  {
    path: `${HTTP}.body_filter`,
    shape: {
      type: 'tagged',
      tag: 'body',
      variants: { json: { type: 'object', members: { query: QUERY, matches: MATCHES } } },
    },
    doc: 'A condition on the body, which is read as JSON: one of the results of a JSONPath must match a regular expression. A body that is too large or too slow, as `agent.max_body_buffer_size` and `agent.max_body_buffer_timeout` say, does not match.',
    fallbackText: 'no filter',
    beyond: true,
  },
  {
    path: `${HTTP}.header_filter_jq`,
    shape: TEXT,
    doc: 'A jq program that must be true for one of the headers.',
    fallbackText: 'no filter',
    env: [{ name: 'LNK_HTTP_HEADER_FILTER_JQ' }],
    beyond: true,
  },
  {
    path: `${HTTP}.all_of`,
    shape: { type: 'list', of: CONDITION },
    doc: 'Conditions that a request must meet all, such as `[{ "method": "POST" }, { "path": "^/orders" }]`.',
    fallbackText: 'no filter',
    beyond: true,
  },
  {
    path: `${HTTP}.any_of`,
    shape: { type: 'list', of: CONDITION },
    doc: 'Conditions of which a request must meet at least one.',
    fallbackText: 'no filter',
    beyond: true,
  },
  {
    path: `${HTTP}.ports`,
    shape: listOf(PORT),
    doc: 'The ports of the target on which the filter counts. On others the process gets all traffic. Without a value it counts on all ports.',
    fallbackText: 'all ports',
    env: [{ name: 'LNK_HTTP_FILTER_PORTS' }],
    beyond: true,
  },
];
