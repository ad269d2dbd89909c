import type { Field, Section } from './field.js';
import { BOOLEAN } from './shapes.js';

export const MAGIC_SECTIONS: readonly Section[] = [
  {
    path: 'feature.magic',
    doc: 'Settings that are made for you, as most sessions need them.',
    beyond: true,
  },
];

export const MAGIC_FIELDS: readonly Field[] = [
  {
    path: 'feature.magic.aws',
    shape: BOOLEAN,
    doc: 'Hides your own credentials for AWS, so that those of the target are used: `AWS_PROFILE` is unset, and `~/.aws` becomes a folder among the temporary files.',
    fallback: true,
    beyond: true,
  },
  {
    path: 'feature.magic.auto_mount',
    shape: BOOLEAN,
    doc: 'Reads what is mounted into the container of the target, such as secrets, in the target: each such path counts as one of `feature.fs.read_only`, unless `feature.fs.local` has it.',
    fallback: true,
    beyond: true,
  },
  {
    path: 'feature.magic.turbo',
    shape: BOOLEAN,
    doc: 'Keeps connections of Next.js to `localhost` on your machine, as its processes talk to each other so.',
    fallback: true,
    beyond: true,
  },
];
