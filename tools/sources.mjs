// npm run sources -- <folder of clones> [--no-peers] [--only <repository>] [--json <file>] [--markdown <file>] [--keep]: serves every repository below a
// folder by git over HTTP, installs all of each with the built program and with other installers, and compares what arrived with what is there. Exits 1
// when something was lost without a word, or a repository was refused whole.
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Scratch } from './scratch.mjs';
import { compare, comparePeer } from './sources/compare.mjs';
import { fetchPeers, installWithPeer } from './sources/peers.mjs';
import { report, silent } from './sources/report.mjs';
import { prepareRepositories, serveRepositories } from './sources/repositories.mjs';
import { scan } from './sources/scan.mjs';
import { installWithSvc } from './sources/svc.mjs';

const CACHE = join(import.meta.dirname, '../.cache/sources');

const { positionals, values } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    peers: { type: 'boolean', default: true },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    markdown: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
if (positionals.length !== 1) {
  console.error('usage: npm run sources -- <folder of clones> [--no-peers] [--only <repository>]');
  process.exit(2);
}

const peers = values.peers ? fetchPeers(CACHE) : [];
const scratch = new Scratch('sources');
const repositories = prepareRepositories(resolve(positionals[0]), scratch, values.only);
const { origin, stop } = await serveRepositories(scratch);
const rows = [];
try {
  for (const repository of repositories) {
    rows.push(await rowOf(repository));
    save(); // a long run that is stopped has told something
  }
} finally {
  stop();
}
console.log(report(rows));
if (values.keep) console.log(`\nKept: ${scratch.folder}`);
else rmSync(scratch.folder, { recursive: true, force: true });
process.exitCode = rows.some((row) => row.refused || silent(row).length > 0) ? 1 : 0;

function save() {
  if (values.markdown) writeFileSync(values.markdown, `${report(rows)}\n`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function rowOf({ name, tree }) {
  console.error(name);
  const found = scan(tree);
  const source = { name, address: `${origin}/${name}.git` };
  const result = await installWithSvc(scratch, source);
  const row = {
    name,
    files: found.files,
    seconds: result.seconds,
    ...compare(found, result, name),
    peers: [],
  };
  for (const peer of peers)
    row.peers.push(comparePeer(found, await installWithPeer(scratch, peer, source)));
  return row;
}
