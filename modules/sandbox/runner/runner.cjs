// Runs inside the sandbox: starts the commands, reads and writes files of the work folder, and is the way to the proxy.
// Plain JavaScript without a package: its text is handed into the sandbox as it stands here (ADR 57). Requests arrive as JSON lines on
// stdin and are answered as JSON lines on stdout. Whoever runs in the sandbox can forge the answers, so nobody outside believes them.
'use strict';
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const { dirname, join, relative } = require('node:path');

/** Bytes of one piece of output or of a file; the reader outside accepts no more. */
const PIECE = 64 * 1024;
/** Milliseconds for which the streams of a command may stay open after its end, where others can hold them. */
const LINGER = 500;

/** folder: work folder; socket: of the proxy; port: to listen on for it; pidNamespace: of the process outside. */
const { folder, socket, port, pidNamespace } = JSON.parse(process.argv[2]);

const isolated = (() => {
  try {
    return fs.readlinkSync('/proc/self/ns/pid') !== pidNamespace;
  } catch {
    return false;
  }
})();

// process.stdout would block on a pipe, and nothing could be killed while the reader holds output back
const out = new net.Socket({ fd: 1, readable: false, writable: true, highWaterMark: 4 * PIECE });
const send = (message) => out.write(`${JSON.stringify(message)}\n`);
const drained = () => new Promise((resume) => out.once('drain', resume));

let running;

/** Ends the command with everything that it has started. Alone in a namespace of processes, that is everything but this one. */
function killCommand() {
  try {
    if (isolated) process.kill(-1, 'SIGKILL');
    else if (running?.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
  } catch {
    // nothing is left
  }
}

/** Passes output on; the program waits while nobody takes it. */
function forward(child, id, stream) {
  child[stream].on('data', (chunk) => {
    let taken = true;
    for (let at = 0; at < chunk.length; at += PIECE)
      taken = send({
        type: 'output',
        id,
        stream,
        data: chunk.subarray(at, at + PIECE).toString('base64'),
      });
    if (taken) return;
    child[stream].pause();
    out.once('drain', () => child[stream].resume());
  });
}

/** A process outside of the command's group may hold the streams for ever. */
function closeStreams(child) {
  setTimeout(() => {
    if (out.writableNeedDrain) closeStreams(child);
    else for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }, LINGER).unref();
}

function run({ id, program, args, cwd, env, input }) {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: 'pipe' });
  running = child;
  child.on('error', (error) =>
    send({ type: 'refused', id, why: 'program', code: error.code ?? '' }),
  );
  if (child.pid === undefined) return;
  forward(child, id, 'stdout');
  forward(child, id, 'stderr');
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  child.on('exit', () => {
    // after a kill the next command may run already
    if (running === child) killCommand();
    if (!isolated) closeStreams(child);
  });
  child.on('close', (code, signal) => send({ type: 'exit', id, code, signal }));
}

/** The folders between the work folder and a path, from above. */
function foldersAbove(path) {
  const names = relative(folder, dirname(path)).split('/').filter(Boolean);
  return names.map((_, index) => join(folder, ...names.slice(0, index + 1)));
}

const refusal = (why) => Object.assign(new Error(why), { why });

/** Opens a regular file without following a link, and without waiting for a pipe. */
function openFile(path, flags) {
  const { O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  for (const above of foldersAbove(path))
    if (!fs.lstatSync(above).isDirectory()) throw refusal('absent');
  const file = fs.openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o644);
  if (fs.fstatSync(file).isFile()) return file;
  fs.closeSync(file);
  throw refusal('absent');
}

async function read({ id, path, maxBytes }) {
  const file = openFile(path, fs.constants.O_RDONLY);
  try {
    if (fs.fstatSync(file).size > maxBytes) throw refusal('size');
    const piece = Buffer.alloc(PIECE);
    for (let length; (length = fs.readSync(file, piece)) > 0;)
      if (!send({ type: 'piece', id, data: piece.toString('base64', 0, length) })) await drained();
  } finally {
    fs.closeSync(file);
  }
}

function write({ path, data, first }) {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND } = fs.constants;
  for (const above of foldersAbove(path)) if (!fs.existsSync(above)) fs.mkdirSync(above);
  const file = openFile(path, O_WRONLY | (first ? O_CREAT | O_TRUNC : O_APPEND));
  try {
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
  } finally {
    fs.closeSync(file);
  }
}

const REASONS = {
  ENOSPC: 'space',
  EDQUOT: 'space',
  ENOENT: 'absent',
  ELOOP: 'absent',
  ENOTDIR: 'absent',
};

async function file(work, request) {
  try {
    await work(request);
    send({ type: 'done', id: request.id });
  } catch (error) {
    const why = error.why ?? REASONS[error.code] ?? 'other';
    send({ type: 'refused', id: request.id, why, code: error.code ?? '' });
  }
}

const actions = {
  run,
  kill: killCommand,
  read: (request) => void file(read, request),
  write: (request) => void file(write, request),
};

function bridge(connection) {
  const proxy = net.connect(socket);
  connection.pipe(proxy).pipe(connection);
  for (const [one, other] of [
    [connection, proxy],
    [proxy, connection],
  ])
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
}

function listen() {
  const server = net.createServer({ allowHalfOpen: true }, bridge);
  server.listen(port, '127.0.0.1', () => send({ type: 'ready', port: server.address().port }));
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const request = JSON.parse(line);
    actions[request.do](request);
  }
});
process.stdin.on('end', () => {
  killCommand();
  process.exit();
});

/** Descriptors that the process outside had inherited without knowing: node's own are all closed when it starts a program. */
function closeInherited() {
  const CLOEXEC = 0o2000000;
  for (const fd of fs
    .readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd > 2)) {
    try {
      const flags = /^flags:\s*(\d+)/m.exec(fs.readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'));
      if ((parseInt(flags[1], 8) & CLOEXEC) === 0) fs.closeSync(fd);
    } catch {
      // the one that read the folder
    }
  }
}

if (isolated) closeInherited();
try {
  // where memory runs out, the kernel ends what is in here before the process outside
  fs.writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // another system than Linux
}
listen();
