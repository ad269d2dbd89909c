import type { SvcError } from 'svc-registry/kernel';

/** One line for each problem of an error: where it is, and what. */
export function problemLines({ issues }: SvcError): readonly string[] {
  return issues.map(({ file, line, column, field, message }) => {
    const position = [file, line, column].filter((part) => part !== undefined).join(':');
    return `${[position, field].filter((part) => part !== undefined && part !== '').join(' ')}: ${message}`;
  });
}
