#!/usr/bin/env node
// Agents that ask no model, for tests of evaluations. One file without dependencies, because a sandbox binds it alone. The first argument names the agent:
//   oracle   copies the reference solution, the folder in ORACLE_SOLUTION, over the folder that it is in
//   empty    does nothing
//   replay   does what REPLAY_RECORDING says, a JSON object or the path of a file with one, such as a cell that `svc eval view --json` shows: it applies `diff`, a
//            patch, writes `transcript` to its output, and ends with `answer` as its last message
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';

const answer = (text) => console.log(JSON.stringify({ type: 'answer', text }));

function recording() {
  const given = process.env.REPLAY_RECORDING ?? '';
  if (given === '') throw new Error('REPLAY_RECORDING is not set.');
  return JSON.parse(given.trimStart().startsWith('{') ? given : readFileSync(given, 'utf8'));
}

const agents = {
  oracle: () => {
    cpSync(process.env.ORACLE_SOLUTION, process.cwd(), { recursive: true });
    answer('This is the reference solution.');
  },
  empty: () => undefined,
  replay: () => {
    const { diff, transcript, answer: last } = recording();
    if (diff) {
      const args = ['apply', '--whitespace=nowarn', '-'];
      const { status, stderr } = spawnSync('git', args, { input: diff, encoding: 'utf8' });
      if (status !== 0) throw new Error(`The patch cannot be applied: ${stderr}`);
    }
    if (transcript) console.log(transcript);
    if (typeof last === 'string') answer(last);
  },
};

readFileSync(0);
agents[process.argv[2]]();
