import { defineError, ExitCode } from 'svc-registry/kernel';

export const exportUnreadable = defineError<{ file: string; why: string }>({
  code: 'audit_export_unreadable',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Unreadable export',
  message: ({ file, why }) => `${file} is not an export of an audit log: ${why}.`,
  hint: () => 'Make one with `svc audit export`.',
});

export const outputUnwritable = defineError<{ file: string; why: string }>({
  code: 'audit_output_unwritable',
  status: 400,
  exit: ExitCode.invalid,
  title: 'File not writable',
  message: ({ file, why }) => `${file} cannot be created: ${why}.`,
  hint: () => 'Name another file with --output.',
});

export const outputExists = defineError<{ file: string }>({
  code: 'audit_output_exists',
  status: 409,
  exit: ExitCode.conflict,
  title: 'File exists',
  message: ({ file }) => `${file} already exists.`,
  hint: () => 'Name another file with --output: exports are kept to be compared.',
});
