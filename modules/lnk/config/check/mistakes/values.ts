/** Words that people write often for one of a choice, in lower case, by field. */
export const VALUE_MISTAKES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'feature.db_branches.*.type': {
    postgres: 'pg',
    postgresql: 'pg',
    mongo: 'mongodb',
    sqlserver: 'mssql',
    cockroach: 'cockroachdb',
  },
  'feature.split_queues.*.queue_type': {
    rabbitmq: 'RMQ',
    pubsub: 'GCPPubSub',
    servicebus: 'AzureServiceBus',
    redis: 'RedisPubSub',
  },
  'feature.network.incoming': { filter: 'steal', intercept: 'steal', copy: 'mirror', none: 'off' },
  'feature.network.incoming.mode': {
    filter: 'steal',
    intercept: 'steal',
    copy: 'mirror',
    none: 'off',
  },
  'feature.fs': { remote: 'read', read_only: 'read', read_write: 'write', off: 'local' },
  'feature.fs.mode': { remote: 'read', read_only: 'read', read_write: 'write', off: 'local' },
};
