// npm run check [-- gate ...]: every gate, or the named ones, two at a time. Exits 1 when one is red, after its output.
//   --build    builds meanwhile: gates that read sources only do not wait for it, the others do
import { parseArgs } from 'node:util';
import { BUILD, GATES } from './gates.mjs';
import { run } from './run.mjs';

const AT_A_TIME = 2;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { build: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !GATES.some((gate) => gate.name === name));
if (unknown.length > 0) {
  console.error(
    `unknown gate: ${unknown.join(', ')}. There are: ${GATES.map((gate) => gate.name).join(', ')}`,
  );
  process.exit(2);
}

const queue = [
  ...(values.build ? [BUILD] : []),
  ...GATES.filter((gate) => positionals.length === 0 || positionals.includes(gate.name)),
];
let buildEnded;
const built = values.build ? new Promise((resolve) => (buildEnded = resolve)) : undefined;
const failures = [];

async function work() {
  for (let gate = queue.shift(); gate !== undefined; gate = queue.shift()) {
    if (!gate.sourcesOnly) await built;
    const onOutput = gate.name === 'tests' ? testProgress() : undefined;
    const result = await run(process.execPath, (built && gate.argsWhenBuilt) ?? gate.args, {
      env: { ...process.env, ...gate.env },
      onOutput,
    });
    if (gate === BUILD) buildEnded();
    const green = result.code === 0;
    console.log(
      `${green ? 'ok    ' : 'FAILED'}  ${gate.name.padEnd(11)} ${result.seconds.toFixed(1).padStart(6)} s  ${gate.says}`,
    );
    if (gate.name === 'tests') console.log(testSummary(result.output));
    if (!green) failures.push({ ...gate, ...result });
  }
}

/** Says every half minute how far the tests are, and names a red file immediately: they take minutes. */
function testProgress() {
  const EVERY_MS = 30_000;
  let done = 0;
  let unfinished = '';
  let next = Date.now() + EVERY_MS;
  return (chunk) => {
    const lines = (unfinished + chunk).split('\n');
    unfinished = lines.pop();
    for (const line of lines) {
      if (/^(PASS|FAIL) /.test(line)) done += 1;
      if (line.startsWith('FAIL ')) console.log(`        ${line.trim()}`);
    }
    if (Date.now() < next) return;
    next = Date.now() + EVERY_MS;
    console.log(`        tests: ${done} files done …`);
  };
}

/** The slowest files, as jest says them. */
function slowest(output) {
  const SHOWN = 15;
  const seconds = (line) => Number(/\(([\d.]+) s\)$/.exec(line)?.[1] ?? 0);
  return output
    .split('\n')
    .filter((line) => /^(PASS|FAIL) /.test(line) && seconds(line) > 0)
    .sort((one, other) => seconds(other) - seconds(one))
    .slice(0, SHOWN);
}

/** The closing lines of jest: what was skipped and what took long is worth knowing also when all is green. */
function testSummary(output) {
  const closing = output
    .split('\n')
    .filter((line) => /^(Tests|Test Suites):|SVC_TEST_POSTGRES_URL/.test(line))
    .filter((line, index, lines) => lines.indexOf(line) === index);
  return [...closing, ...slowest(output)].map((line) => `        ${line}`).join('\n');
}

await Promise.all(Array.from({ length: AT_A_TIME }, work));

for (const { name, output } of failures) console.log(`\n--- ${name} ---\n${output.trimEnd()}`);
if (failures.length > 0) {
  const names = failures.map((failure) => failure.name).join(' ');
  console.log(
    `\n${failures.length} red: ${names}. Again: npm run check -- ${names}. Formatting and much of lint: npm run fix.`,
  );
}
process.exitCode = failures.length > 0 ? 1 : 0;
