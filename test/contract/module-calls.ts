import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { globSync } from 'tinyglobby';
import type { AuditedCalls } from './audit/audited-calls.js';
import type { AccessCases } from './authorization/access-case.js';

interface ModuleCalls {
  readonly accessCases: AccessCases;
  readonly auditedCalls?: AuditedCalls;
}

const root = join(import.meta.dirname, '..', '..');
const found: ModuleCalls[] = [];
for (const file of globSync('modules/*/testing/calls.ts', { cwd: root, absolute: true }))
  found.push((await import(pathToFileURL(file).href)) as ModuleCalls);

/** How each operation of a server is called and who may call it: what the modules say in `testing/calls.ts`. */
export const accessCases: AccessCases = Object.fromEntries(
  found.flatMap((calls) => Object.entries(calls.accessCases)),
);

/** A call of each audited operation. */
export const auditedCalls: AuditedCalls = Object.fromEntries(
  found.flatMap((calls) => Object.entries(calls.auditedCalls ?? {})),
);
