import { defineError, ExitCode } from 'svc-registry/kernel';

/** Programs cannot be isolated on this machine; `message` is that of `SandboxState`. */
export const sandboxUnavailable = defineError<{ message: string }>({
  code: 'sandbox_unavailable',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'No sandbox',
  cause: 'Programs cannot be isolated on this machine.',
  message: ({ message }) => message,
  hint: () => 'docs/guides/operate-a-server.md, "The sandbox", says what a worker needs.',
});

/** What runs in the sandbox has ended it, or it could not be started. */
export const sandboxEnded = defineError<{ why: string }>({
  code: 'sandbox_ended',
  status: 500,
  exit: ExitCode.unavailable,
  title: 'The sandbox has ended',
  remedy:
    'Start the work again. If the sandbox ends each time, the operator of the server finds the reason in the log of the worker.',
  message: ({ why }) => `The sandbox has ended: ${why}.`,
});

export const sandboxProgramFailed = defineError<{ program: string; why: string }>({
  code: 'sandbox_program_failed',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Program cannot be started',
  message: ({ program, why }) => `"${program}" cannot be started in the sandbox: ${why}.`,
  hint: () =>
    'In a sandbox there is what is below /usr on the machine outside, and what was bound into it.',
});

export const sandboxFileTooLarge = defineError<{ path: string; maxBytes: number }>({
  code: 'sandbox_file_too_large',
  status: 413,
  exit: ExitCode.invalid,
  title: 'File too large',
  remedy: 'Let the program write smaller files, or leave the file out.',
  message: ({ path, maxBytes }) => `"${path}" in the sandbox has more than ${maxBytes} bytes.`,
});

export const sandboxFileFailed = defineError<{ path: string; why: string }>({
  code: 'sandbox_file_failed',
  status: 422,
  exit: ExitCode.invalid,
  title: 'File in the sandbox',
  remedy: 'Check that the path is a plain file of the work folder.',
  message: ({ path, why }) => `"${path}" in the sandbox cannot be used: ${why}.`,
});

/** A host, or a size, that somebody has allowed or set cannot be understood. */
export const sandboxSettingInvalid = defineError<{ what: string; hint: string }>({
  code: 'sandbox_setting_invalid',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Setting of the sandbox',
  cause: 'An allowed host, or a size, that was set for a sandbox cannot be understood.',
  remedy:
    'Write a host as `example.com` or `*.example.com`, and a size as the setting describes it.',
  message: ({ what }) => what,
  hint: ({ hint }) => hint,
});
