import type { DocumentNode } from '../../document/node.js';

type Kind = DocumentNode['kind'];

interface FormMistake {
  readonly kinds: readonly Kind[];
  readonly hint: string;
}

const SIDE: FormMistake = {
  kinds: ['list', 'string'],
  hint: 'Write `{"local": […]}` for what stays on this machine, or `{"remote": […]}` for the rest.',
};
const PAIRS: FormMistake = {
  kinds: ['object', 'string', 'number'],
  hint: 'Write pairs of ports in a list: `[[80, 8080]]`.',
};
const PAIR: FormMistake = {
  kinds: ['number', 'string', 'object'],
  hint: 'Write each pair in brackets of its own: `[[80, 8080]]`.',
};
const NAMES_AND_VALUES: FormMistake = {
  kinds: ['list', 'string'],
  hint: 'Write an object with names and values: `{"NAME": "value"}`.',
};
const PATTERNS_AND_VALUES: FormMistake = {
  kinds: ['list', 'string'],
  hint: 'Write an object with patterns and what replaces them: `{"^/app/(.*)$": "/srv/$1"}`.',
};
const SECTION: FormMistake = {
  kinds: ['boolean', 'string', 'list'],
  hint: 'Write an object with the fields of the section.',
};

/** Values of the wrong kind that people write often, by field. */
export const FORM_MISTAKES: Readonly<Record<string, FormMistake>> = {
  feature: SECTION,
  agent: SECTION,
  target: {
    kinds: ['list'],
    hint: 'Write one target, such as `"deployment/web"`: a session has one.',
  },
  'target.path': {
    kinds: ['list'],
    hint: 'Write one target, such as `"deployment/web"`: a session has one.',
  },
  'target.namespace': { kinds: ['list'], hint: 'Write one namespace: a session has one.' },
  operator: { kinds: ['object'], hint: 'Write `true` or `false`.' },
  'agent.image_pull_secrets': {
    kinds: ['string', 'object'],
    hint: 'Write a list of objects: `[{"name": "…"}]`.',
  },
  'agent.image_pull_secrets.*': { kinds: ['string'], hint: 'Write `{"name": "…"}`.' },
  'agent.labels': NAMES_AND_VALUES,
  'agent.annotations': NAMES_AND_VALUES,
  'agent.node_selector': NAMES_AND_VALUES,
  'feature.env': {
    kinds: ['list', 'string'],
    hint: 'Write `{"include": "NAME;OTHER"}`, or `{"override": {"NAME": "value"}}`.',
  },
  'feature.env.override': NAMES_AND_VALUES,
  'feature.env.mapping': NAMES_AND_VALUES,
  'feature.fs': {
    kinds: ['list'],
    hint: 'Write a mode, or an object such as `{"read_only": ["^/etc/app/"]}`.',
  },
  'feature.fs.mapping': PATTERNS_AND_VALUES,
  'feature.network.incoming.port_mapping': PAIRS,
  'feature.network.incoming.port_mapping.*': PAIR,
  'feature.network.incoming.listen_ports': PAIRS,
  'feature.network.incoming.listen_ports.*': PAIR,
  'feature.network.incoming.ports': { kinds: ['number', 'string'], hint: 'Write a list: `[80]`.' },
  'feature.network.incoming.ignore_ports': {
    kinds: ['number', 'string'],
    hint: 'Write a list: `[80]`.',
  },
  'feature.network.incoming.mode': {
    kinds: ['boolean'],
    hint: 'Write `"mirror"`, `"steal"` or `"off"`; `true` and `false` may be the value of `incoming`.',
  },
  'feature.network.incoming.http_filter': {
    kinds: ['string', 'list'],
    hint: 'Write `{"header_filter": "^lnk-session: …"}`.',
  },
  'feature.network.incoming.http_filter.header_filter': {
    kinds: ['list', 'object'],
    hint: 'Write one pattern over `Name: value`; several stand in `any_of` or `all_of`.',
  },
  'feature.network.incoming.http_filter.path_filter': {
    kinds: ['list'],
    hint: 'Write one pattern; several stand in `any_of` or `all_of`.',
  },
  'feature.network.incoming.http_filter.all_of.*': {
    kinds: ['string'],
    hint: 'Write `{"header": "…"}` or `{"path": "…"}`.',
  },
  'feature.network.incoming.http_filter.any_of.*': {
    kinds: ['string'],
    hint: 'Write `{"header": "…"}` or `{"path": "…"}`.',
  },
  'feature.network.outgoing': {
    kinds: ['string', 'list'],
    hint: 'Write `true`, `false`, or an object such as `{"filter": {"local": […]}}`.',
  },
  'feature.network.dns': {
    kinds: ['string', 'list'],
    hint: 'Write `true`, `false`, or an object such as `{"filter": {"local": […]}}`.',
  },
  'feature.network.outgoing.filter': SIDE,
  'feature.network.dns.filter': SIDE,
};
