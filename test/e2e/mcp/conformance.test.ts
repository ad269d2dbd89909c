/** The scenarios of the protocol's own conformance suite, run by its own program against `svc mcp start`. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openProgram, type Program } from '../program.js';
import { HttpBridge } from './http-bridge.js';
import { installTestModules } from '../test-modules.js';

// thirty processes, one after the other
const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

/** What must pass. Tools that a scenario wants by name come from the module `everything`, one that is only listed from `dialect`. */
const PASSING = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'tools-call-with-progress',
  'json-schema-2020-12',
  // three requests at once
  'server-sse-multiple-streams',
];

const OTHER_CONTENT =
  "an operation's output is JSON: a tool answers text and structured content, nothing else";
const NO_LOGGING = 'the capability "logging" is not offered: what there is to say is in the answer';
const NO_COMPLETION =
  'the capability "completions" is not offered: it completes arguments of prompts and resources';
const NO_RESOURCES = 'the capability "resources" is not offered';
const NO_PROMPTS = 'the capability "prompts" is not offered';
const NO_FORMS = 'tools take all they need as parameters and ask by no form';
const OF_HTTP =
  'it is about HTTP; this server speaks over stdio, and the bridge of these tests is no part of it';

/** What does not apply, and why. One of these that passes is a mistake in this table. */
const OTHERS: Readonly<Record<string, string>> = {
  'tools-call-image': OTHER_CONTENT,
  'tools-call-audio': OTHER_CONTENT,
  'tools-call-embedded-resource': OTHER_CONTENT,
  'tools-call-mixed-content': OTHER_CONTENT,
  'tools-call-with-logging': NO_LOGGING,
  'logging-set-level': NO_LOGGING,
  'completion-complete': NO_COMPLETION,
  'tools-call-sampling': 'no tool asks for a completion of the model of its client',
  'tools-call-elicitation': NO_FORMS,
  'elicitation-sep1034-defaults': NO_FORMS,
  'elicitation-sep1330-enums': NO_FORMS,
  'resources-list': NO_RESOURCES,
  'resources-read-text': NO_RESOURCES,
  'resources-read-binary': NO_RESOURCES,
  'resources-templates-read': NO_RESOURCES,
  'resources-subscribe': NO_RESOURCES,
  'resources-unsubscribe': NO_RESOURCES,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
  'server-sse-polling': OF_HTTP,
  'dns-rebinding-protection': OF_HTTP,
};

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly errorMessage?: string;
}

let program: Program;
let bridge: HttpBridge;

beforeAll(async () => {
  program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
  await installTestModules(join(program.home, '.svc'), ['everything', 'dialect']);
  const env = Object.fromEntries(
    Object.entries(program.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  bridge = await HttpBridge.open({
    command: process.execPath,
    args: [program.svc, 'mcp', 'start'],
    env,
    cwd: program.cwd,
  });
});

afterAll(async () => {
  await bridge.close();
  await program.close();
});

/** The checks of each scenario that was run. */
async function runSuite(): Promise<ReadonlyMap<string, readonly Check[]>> {
  const results = join(program.cwd, 'results');
  const args = [SUITE, 'server', '--url', bridge.url, '--suite', 'all', '--output-dir', results];
  // it ends with 1: there are scenarios that do not apply
  await new Promise((done) => execFile(process.execPath, args, done));
  const folders = await readdir(results);
  const found = folders.map(async (folder): Promise<[string, Check[]]> => {
    const checks = JSON.parse(
      await readFile(join(results, folder, 'checks.json'), 'utf8'),
    ) as Check[];
    return [folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''), checks];
  });
  return new Map(await Promise.all(found));
}

function hasPassed(checks: readonly Check[]): boolean {
  const judged = checks.filter(({ status }) => status !== 'INFO');
  return judged.length > 0 && judged.every(({ status }) => status === 'SUCCESS');
}

it('passes every scenario that applies to it, and each other one is listed with its reason', async () => {
  const found = await runSuite();
  const failed = [...found].filter(([, checks]) => !hasPassed(checks));
  const notes = failed.filter(([name]) => PASSING.includes(name)).flatMap(([, checks]) => checks);
  expect(notes).toEqual([]);
  expect(failed.map(([name]) => name).sort()).toEqual(Object.keys(OTHERS).sort());
  expect([...found.keys()].sort()).toEqual([...PASSING, ...Object.keys(OTHERS)].sort());
});
