import type { FileRole } from '../../../registry/contract/file-roles.js';

const INSTRUCTIONS = /(?:^|\/)(?:skill\.md|claude\.md|agents\.md)$/i;
const PROGRAM =
  /\.(?:bash|bat|cjs|cmd|command|cts|fish|js|jsx|ksh|mjs|mts|pl|ps1|psm1|py|pyw|rb|sh|ts|tsx|vbs|zsh)$/i;

/** The role of a file in an archive: that of the archive, unless it is what agents obey or a program. */
export function roleOfEntry(archive: FileRole, path: string, bytes: Buffer): FileRole {
  if (archive === 'fixture' || archive === 'test') return archive;
  if (INSTRUCTIONS.test(path)) return 'instructions';
  const isProgram = PROGRAM.test(path) || (bytes[0] === 0x23 && bytes[1] === 0x21);
  return isProgram ? 'script' : 'reference';
}
