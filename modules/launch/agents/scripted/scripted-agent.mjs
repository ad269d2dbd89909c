#!/usr/bin/env node
// An agent that asks no model: it does what a script says, for tests and demonstrations. One file without dependencies, because a sandbox binds it
// alone. The script is a JSON list of steps. It is taken from SVC_SCRIPTED_AGENT (the list itself, or the path of a file with it), else from a code
// block ```script of the prompt; without one the agent reports success. Steps, each an object with one key:
//   print: text        writes a line to stdout          warn: text      the same to stderr
//   write: {path, content}  writes a file               run: command    runs a shell command, whose output is its own
//   result: {…}        writes the envelope into the file that the prompt names; a text is written as it is
//   answer: text       ends with this message           say: {…}        ends with this envelope as its message
//   ask: question      reads a line from the terminal   sleep: seconds
//   flood: megabytes   writes so much to stdout         ignore: signal  from now on ignores SIGTERM or SIGINT
//   exit: code         ends now
//   when: {said, then: […], else?: […]}  carries out the one list of steps if the prompt says that outside of the script, else the other
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';

const DEFAULT = [{ result: { status: 'succeeded', summary: 'The scripted agent has no script.' } }];
const MEGABYTE = 'x'.repeat(1023).concat('\n').repeat(1024);

const words = process.argv.slice(2);
const interactive = words.includes('--interactive');
const prompt = interactive ? (words.at(-1) ?? '') : readFileSync(0, 'utf8');

/** The file for the result: the last path in the prompt that ends in `result.json`. */
const resultFile = [...prompt.matchAll(/[^\s"'`<>]*\/[^\s"'`<>]*result\.json/g)].at(-1)?.[0];

function script() {
  const given = process.env.SVC_SCRIPTED_AGENT;
  if (given) return JSON.parse(/^\s*\[/.test(given) ? given : readFileSync(given, 'utf8'));
  const [, block] = /^```script\n([^]*?)^```/m.exec(prompt) ?? [];
  return block === undefined ? DEFAULT : JSON.parse(block);
}

/** What the prompt says besides the script. */
const said = () => prompt.replace(/^```script\n[^]*?^```/m, '');

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const asText = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
const answer = (text) => console.log(interactive ? text : JSON.stringify({ type: 'answer', text }));

async function ask(question) {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  await lines.question(`${question} `);
  lines.close();
}

const steps = {
  print: (text) => console.log(text),
  warn: (text) => console.error(text),
  write: ({ path, content }) => write(path, content),
  run: (command) => spawnSync('sh', ['-c', command], { stdio: ['ignore', 'inherit', 'inherit'] }),
  result: (value) => {
    if (resultFile === undefined) throw new Error('The prompt names no file for the result.');
    write(resultFile, asText(value));
  },
  answer,
  say: (value) => answer(asText(value)),
  ask,
  sleep: (seconds) => new Promise((wake) => setTimeout(wake, seconds * 1000)),
  flood: async (megabytes) => {
    for (let written = 0; written < megabytes; written += 1)
      if (!process.stdout.write(MEGABYTE)) await once(process.stdout, 'drain');
  },
  ignore: (signal) => process.on(signal, () => undefined),
  exit: (code) => process.exit(code),
  when: ({ said: text, then, else: others = [] }) =>
    carryOut(said().includes(text) ? then : others),
};

async function carryOut(list) {
  for (const step of list) {
    const [[name, value] = []] = Object.entries(step);
    if (!Object.hasOwn(steps, name)) throw new Error(`The script has an unknown step: ${name}`);
    await steps[name](value);
  }
}

await carryOut(script());
