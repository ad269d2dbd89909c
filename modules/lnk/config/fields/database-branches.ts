import type { Field } from './field.js';
import type { MemberShape, ObjectShape, Shape } from './shape.js';
import { PORT, TEXT, U64, anything, choice, mapOf } from './shapes.js';

type Members = Readonly<Record<string, MemberShape>>;

const SOURCE = anything('an object that says where the value comes from, with type');
const VALUE: Shape = {
  type: 'forms',
  forms: [TEXT, SOURCE, { type: 'list', of: { type: 'forms', forms: [TEXT, SOURCE] } }],
};

const CONNECTION: ObjectShape = {
  type: 'object',
  members: {
    type: {
      shape: choice('env', 'env_from', 'secret', 'gcp_secret_manager'),
      doc: 'What the texts of `url` or `params` name: variables of the container (`env`), variables that come from elsewhere (`env_from`), or secrets.',
    },
    url: {
      shape: { type: 'forms', forms: [TEXT, SOURCE] },
      doc: 'Where the process finds the whole address of the database.',
    },
    params: {
      shape: mapOf(VALUE),
      doc: 'Where the process finds the parts: `host`, `port`, `user`, `password`, `database` and others.',
    },
  },
  oneOf: ['url', 'params'],
};

const BASE: Members = {
  id: { shape: TEXT, doc: 'An id, by which several sessions share one branch.' },
  name: { shape: TEXT, doc: 'The name of the database.' },
  profile: { shape: TEXT, doc: 'The profile of branches that the operator takes settings from.' },
  version: { shape: TEXT, doc: 'The version of the database; otherwise the operator has one set.' },
  image: { shape: TEXT, doc: 'The image of the database.' },
  ttl_secs: {
    shape: U64,
    doc: 'How many seconds the branch stays when no session uses it. It cannot be given together with `ttl_mins`.',
  },
  ttl_mins: {
    shape: U64,
    doc: 'How many minutes the branch stays when no session uses it. It cannot be given together with `ttl_secs`.',
  },
  creation_timeout_secs: {
    shape: U64,
    doc: 'How many seconds the branch has to get ready; 60 without a value.',
  },
};

const connection = (shape: Shape, required = true): Members => ({
  connection: {
    shape,
    doc: 'How the process finds the database, so that it can be shown the branch in its place.',
    ...(required && { required: true }),
  },
});

const COPY_DOC =
  'What the branch begins with. The `mode` is `empty`, `schema`, for tables without rows, or `all`.';

/** `items` is what the engine calls its tables. */
const copyOf = (items: string): Members => ({
  copy: {
    shape: {
      type: 'object',
      members: {
        mode: { shape: choice('empty', 'schema', 'all'), doc: 'What is copied of everything.' },
        [items]: {
          shape: mapOf(anything('an object with filter')),
          doc: 'What is copied of some of them, by name: those entries that match `filter`.',
        },
      },
    },
    doc: COPY_DOC,
  },
});
const ANY_COPY: Members = {
  copy: { shape: anything('an object with mode'), doc: COPY_DOC },
};

const CLOUD: Members = {
  iam_auth: {
    shape: anything('an object with type, such as aws_rds'),
    doc: 'How to sign in to the database by the rights of a cloud, without a password.',
  },
  migrations: {
    shape: anything('an object that says how to migrate'),
    doc: 'Migrations that run in the branch before the process uses it.',
  },
};

const SQL: Members = { ...BASE, ...connection(CONNECTION), ...copyOf('tables'), ...CLOUD };
const OTHER: Members = { ...BASE, ...connection(CONNECTION), ...ANY_COPY, ...CLOUD };

const GENERIC: Members = {
  ...BASE,
  ...connection(CONNECTION),
  port: { shape: PORT, doc: 'The port on which the image listens.' },
  command: { shape: { type: 'list', of: TEXT }, doc: 'The command of the container.' },
  args: { shape: { type: 'list', of: TEXT }, doc: 'The arguments of the command.' },
  env: { shape: mapOf(TEXT), doc: 'Variables of the container.' },
  readiness: {
    shape: anything('an object with type: tcp, exec or http_get'),
    doc: 'How to see that the container is ready; without it, a connection to `port`.',
  },
};

const REDIS: Members = {
  ...BASE,
  ...connection(anything('an object with url, or with host, port and others'), false),
  ...ANY_COPY,
  location: {
    shape: choice('remote', 'local'),
    doc: 'Where the branch runs: in the cluster, which is the default, or in a container on your machine, which needs no operator.',
  },
  local: {
    shape: anything('an object with port, version and others'),
    doc: 'How the container on your machine runs.',
  },
};

const branch = (members: Members): ObjectShape => ({ type: 'object', members });

export const DATABASE_BRANCH_FIELDS: readonly Field[] = [
  {
    path: 'feature.db_branches',
    shape: {
      type: 'list',
      of: {
        type: 'tagged',
        tag: 'type',
        variants: {
          clickhouse: branch(OTHER),
          cockroachdb: branch(SQL),
          dynamodb: branch(OTHER),
          generic: branch(GENERIC),
          mariadb: branch(SQL),
          mongodb: branch({
            ...BASE,
            ...connection(CONNECTION),
            ...copyOf('collections'),
            ...CLOUD,
          }),
          mssql: branch(SQL),
          mysql: branch(SQL),
          pg: branch(SQL),
          redis: branch(REDIS),
          spanner: branch(OTHER),
        },
      },
    },
    doc: 'Databases of which the process gets a branch of its own in place of the one that the target uses. `type` says which kind of database it is. Only an operator makes branches, except of Redis with the location `local`.',
    fallbackText: 'none',
    beyond: true,
    effect: 'refused',
  },
];
