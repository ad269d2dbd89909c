import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { withRoles } from '../../modules/registry/format/file-roles.js';
import { analyse } from '../../modules/review/engine/analyse.js';

interface Innocent {
  readonly id: string;
  readonly skill: string;
  readonly files?: Readonly<Record<string, string>>;
}

const innocents = parse(
  readFileSync(join(import.meta.dirname, 'innocents.yaml'), 'utf8'),
) as Innocent[];

async function alarmsOf({ id, skill, files = {} }: Innocent): Promise<string[]> {
  const head = `---\nname: ${id}\ndescription: Helps with ${id}. Use when the user asks for it.\n---\n\n`;
  const bundle = Object.entries({ 'SKILL.md': `${head}# ${id}\n\n${skill}`, ...files }).map(
    ([path, content]) => ({ path, mode: 0o644, content: Buffer.from(content) }) as const,
  );
  const { findings } = await analyse(withRoles(bundle));
  return findings
    .filter(({ severity }) => severity === 'HIGH' || severity === 'CRITICAL')
    .map(({ severity, rule, line }) => `${id}:${line} ${severity} ${rule}`);
}

test('what good skills do and only resembles attacks hardly ever alarms', async () => {
  const alarms: string[] = [];
  for (const innocent of innocents) alarms.push(...(await alarmsOf(innocent)).slice(0, 1));
  expect({ alarms, few: alarms.length <= innocents.length * 0.03 }).toMatchObject({ few: true });
});
