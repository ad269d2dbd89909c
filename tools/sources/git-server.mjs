// node tools/sources/git-server.mjs <folder>: a git host on loopback for the bare repositories of a folder, by git's own `http-backend`. A process of its
// own, so that programs can be measured that the starter waits for. Prints its address.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { resolve } from 'node:path';

const END_OF_HEAD = '\r\n\r\n';
const root = resolve(process.argv[2]);

const server = createServer((request, response) => {
  const { pathname, search } = new URL(request.url, 'http://localhost');
  const [, repository, service] =
    /^\/(.+?)(?:\.git)?(\/(?:info\/refs|git-upload-pack))$/.exec(pathname) ?? [];
  if (service === undefined) return void response.writeHead(404).end();
  const backend = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: `/${repository}.git${service}`,
      REQUEST_METHOD: request.method,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      REMOTE_USER: 'reader',
      ...SAFE_DIRECTORY,
      ...(request.headers['git-protocol'] && { GIT_PROTOCOL: request.headers['git-protocol'] }),
    },
  });
  request.pipe(backend.stdin).on('error', () => undefined); // a backend that has answered reads no further
  pass(backend.stdout, response);
  backend.on('error', () => response.destroy());
  response.on('close', () => backend.kill());
});

// the folder may belong to somebody else than the user who runs this
const SAFE_DIRECTORY = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
};

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));

/** Answers what a CGI program prints: its head, then its body. */
function pass(output, response) {
  let head = Buffer.alloc(0);
  output.on('data', (chunk) => {
    if (response.headersSent) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(END_OF_HEAD);
    if (end === -1) return;
    const lines = head.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)));
    response.writeHead(Number(headers.Status?.slice(0, 3) ?? 200), headers);
    response.write(head.subarray(end + END_OF_HEAD.length));
  });
  output.on('close', () => response.end());
}
