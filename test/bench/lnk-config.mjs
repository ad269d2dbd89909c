/** A configuration of 200 lines as people write them: lists of patterns, filters, and a template. */
export function configurationOf200Lines() {
  const patterns = (folder) =>
    Array.from({ length: 51 }, (_, index) => `^/${folder}/service-${index}(/|$)`);
  const text = JSON.stringify(
    {
      key: "{{ get_env(name='USER', default='nobody') }}",
      target: { path: 'deployment/orders/container/web', namespace: 'shop' },
      feature: {
        fs: {
          mode: 'read',
          read_only: patterns('etc'),
          local: patterns('srv'),
          not_found: patterns('var'),
        },
        env: { exclude: 'NODE_ENV;*_DEBUG', override: { PORT: '8080' } },
        network: {
          incoming: {
            mode: 'steal',
            port_mapping: [[80, 8080]],
            http_filter: { header_filter: '^baggage: .*lnk-session={{ key }}' },
          },
          outgoing: { filter: { local: ['localhost', '10.0.0.0/8:5432', ':9092'] } },
        },
      },
    },
    null,
    2,
  );

  return text;
}
