import { invalidInput } from 'svc-registry/kernel';

/** Throws `invalid_input` unless a program can listen on the port. */
export function requirePort(port: number): void {
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return;
  throw invalidInput({
    what: `${port} is not a port.`,
    hint: 'Write a whole number from 1 to 65535.',
  });
}
