const schemes = ['http:', 'file:', 'ftp:', 'data:', 'ws:', 'javascript:'];
const names = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'printer.local', 'vault.internal'],
  ...['metadata.google.internal', 'host.docker.internal', 'kubernetes.default.svc', 'intranet'],
  ...['router.lan', 'nas.home.arpa', 'kubernetes.default.svc.cluster.local', 'ip6-localhost'],
];
const literals = [
  ...['0', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1'],
  ...['127.0.0.1.', '①②⑦.⓪.⓪.①', '127。0。0。1', '0.0.0.0', '10.0.0.1', '100.100.100.200'],
  ...['127.0.0.1', '127.8.8.8', '169.254.169.254', '169.254.170.2', '172.16.0.1', '172.31.255.255'],
  ...['192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255'],
  ...[
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '%31%32%37.0.0.1',
  ],
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ],
  ...['[::ffff:10.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::1]'],
  ...['[2002:7f00:1::]', '[2001::1]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]'],
  ...['[ff02::1]', '[100::1]', '[2001:db8::1]', '[3fff::1]'],
];

const addresses = [
  ...schemes.map((scheme) => `${scheme}//127.0.0.1/`),
  ...[...names, ...literals].flatMap((host) => [`https://${host}/a`, `https://${host}:PORT/a`]),
  ...[
    'https://ann:pw@example.com/',
    'https://example.com@127.0.0.1/',
    'https://ann@127.0.0.1:PORT/',
  ],
  ...['//127.0.0.1/', '@127.0.0.1', '127.0.0.1', '', 'https://', 'https://[fe80::1%25eth0]/'],
  ...[
    'https://example.com:8443/',
    'https://example.com:80/',
    'https:127.0.0.1',
    'https:\\\\127.0.0.1\\a',
  ],
  ...['https://127.0.0.1#@example.com/', 'https://127.0.0.1?@example.com', ' https://127.0.0.1 '],
];

/** Addresses that nobody may have fetched, in every spelling; those that name a port name this one. */
export const refusedAddresses = (port: number): readonly string[] =>
  addresses.map((address) => address.replace('PORT', String(port)));
