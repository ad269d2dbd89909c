import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { globSync } from 'tinyglobby';
import type { AuditedCalls } from './audit/audited-calls.js';
import type { AccessCases } from './authorization/access-case.js';

/** Calls of tools that need nothing but the workspace `acme`, each with its arguments and what it answers at least. */
export type ToolCalls = readonly (readonly [
  tool: string,
  args: Readonly<Record<string, unknown>>,
  answer: object,
])[];

interface ModuleCalls {
  readonly accessCases: AccessCases;
  readonly auditedCalls?: AuditedCalls;
  readonly toolCalls?: ToolCalls;
}

const root = join(import.meta.dirname, '..', '..');
const found: ModuleCalls[] = [];
for (const file of globSync('modules/*/testing/calls.ts', { cwd: root, absolute: true }))
  found.push((await import(pathToFileURL(file).href)) as ModuleCalls);

/** How each operation of a server is called and who may call it: what the modules say in `testing/calls.ts`. */
export const accessCases: AccessCases = Object.fromEntries(
  found.flatMap((calls) => Object.entries(calls.accessCases)),
);

export const toolCalls: ToolCalls = found.flatMap((calls) => calls.toolCalls ?? []);

/** A call of each audited operation. */
export const auditedCalls: AuditedCalls = Object.fromEntries(
  found.flatMap((calls) => Object.entries(calls.auditedCalls ?? {})),
);
