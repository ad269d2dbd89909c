import type { Field, Section } from './field.js';
import { BOOLEAN, TEXT, text } from './shapes.js';

export const CONTAINER_SECTIONS: readonly Section[] = [
  { path: 'container', doc: 'Sessions whose process runs in a container on your machine.' },
];

export const CONTAINER_FIELDS: readonly Field[] = [
  {
    path: 'container.cli_image',
    shape: TEXT,
    doc: 'The image with `lnk` that is started beside the container.',
    fallbackText: 'the image of this version of `lnk`',
    beyond: true,
  },
  {
    path: 'container.cli_extra_args',
    shape: { type: 'list', of: TEXT },
    doc: 'Further arguments for the command that starts that image.',
    fallback: [],
    beyond: true,
  },
  {
    path: 'container.cli_prevent_cleanup',
    shape: BOOLEAN,
    doc: 'Keeps the container with `lnk` when the session has ended, to look into it.',
    fallback: false,
    beyond: true,
  },
  {
    path: 'container.cli_image_lib_path',
    shape: TEXT,
    doc: 'The path of the library inside that image.',
    fallbackText: 'where the image of this version has it',
    beyond: true,
  },
  {
    path: 'container.cli_tls_path',
    shape: TEXT,
    doc: 'The path inside that image at which the certificate for the external proxy is mounted.',
    fallbackText: 'where the image of this version expects it',
    beyond: true,
  },
  {
    path: 'container.override_host_ip',
    shape: text('ip-address'),
    doc: 'The address at which the container reaches your machine.',
    fallbackText: 'the address that is found',
    beyond: true,
  },
  {
    path: 'container.host_gateway_detection',
    shape: BOOLEAN,
    doc: 'Finds the address of your machine by the gateway of the network of the container.',
    fallback: true,
    beyond: true,
  },
  {
    path: 'container.platform',
    shape: TEXT,
    doc: 'The platform of the image with `lnk`, such as `linux/amd64`.',
    fallbackText: 'the platform of your machine',
    beyond: true,
  },
];
