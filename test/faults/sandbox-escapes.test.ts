import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Sandbox, SandboxRequest } from '../../modules/sandbox/contract/index.js';
import { describeWithBubblewrap } from '../../modules/sandbox/testing/bubblewrap.js';
import {
  MEGABYTE,
  runScript,
  testSandboxes,
  type TestSandboxes,
} from '../../modules/sandbox/testing/open-sandbox.js';

/** What programs in a sandbox could reach if it had a hole. */
interface World {
  /** A folder that everybody on this machine can read, as a home or a data folder that somebody has opened too far. */
  readonly folder: string;
  readonly secret: string;
  /** A process of the user that sandboxes run as. */
  readonly victim: ChildProcess;
  /** Ports on which this machine listens: at all addresses, at the IPv6 loopback, for datagrams. */
  readonly ports: { readonly tcp: number; readonly tcp6: number; readonly udp: number };
  /** Connections and datagrams that came in. */
  readonly reached: string[];
  readonly address: string;
  readonly abstract: string;
  readonly close: () => Promise<void>;
}

const listen = (server: Server, ...where: [number, string] | [string]): Promise<number> =>
  new Promise((resolve) => {
    server.listen(...(where as [string]), () => {
      const found = server.address();
      resolve(found !== null && typeof found === 'object' ? found.port : 0);
    });
  });

async function makeWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-outside-'));
  await chmod(folder, 0o777);
  const secret = randomUUID();
  await writeFile(join(folder, 'secret'), secret, { mode: 0o666 });
  const reached: string[] = [];
  const servers: Server[] = [];
  const server = (name: string): Server => {
    const made = createServer((connection) => {
      reached.push(name);
      connection.on('error', () => undefined).end(`${secret}\n`);
    });
    servers.push(made);
    return made;
  };
  const tcp = await listen(server('tcp'), 0, '0.0.0.0');
  const tcp6 = await listen(server('tcp6'), 0, '::1');
  await listen(server('unix'), join(folder, 'socket'));
  await chmod(join(folder, 'socket'), 0o777);
  const abstract = `svc-${secret}`;
  await listen(server('abstract'), `\0${abstract}`);
  const udp: UdpSocket = createSocket('udp4').on('message', () => reached.push('udp'));
  await new Promise<void>((resolve) => {
    udp.bind(0, '0.0.0.0', resolve);
  });
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const victim = spawn('sleep', ['1000'], { env: { SECRET: secret }, cwd: '/', ...user });
  const outer = Object.values(networkInterfaces()).flat();
  const address = outer.find((one) => one?.family === 'IPv4' && !one.internal)?.address;
  return {
    ...{ folder, secret, victim, reached, abstract, address: address ?? '127.0.0.1' },
    ports: { tcp, tcp6, udp: udp.address().port },
    close: async () => {
      victim.kill('SIGKILL');
      udp.close();
      for (const one of servers) one.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a process that has this text in its arguments still runs. */
async function runs(mark: string): Promise<boolean> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
    if (line.includes(mark)) return true;
  }
  return false;
}

interface Way {
  readonly name: string;
  /** Prints ESCAPED, or the secret, when it has got out. Its variables are those of `variables`. */
  readonly script: string;
  /** The same script gets out when nothing isolates it: proves that it would be noticed. */
  readonly control?: boolean;
  readonly request?: (world: World) => Partial<SandboxRequest>;
  readonly seconds?: number;
  /** What else must hold afterwards. */
  readonly after?: (sandbox: Sandbox, world: World, said: string) => unknown;
}

const variables = (world: World): Record<string, string> => ({
  OUTSIDE: world.folder,
  VICTIM: String(world.victim.pid),
  ADDRESS: world.address,
  TCP: String(world.ports.tcp),
  TCP6: String(world.ports.tcp6),
  UDP: String(world.ports.udp),
  ABSTRACT: world.abstract,
});

const node = (code: string): string => `'${process.execPath}' -e '${code}'`;

/** Prints what a server says at once. */
const dial = (options: string): string =>
  node(
    `require("net").connect(${options}).on("error", () => {}).on("data", (d) => console.log(String(d)))`,
  );

/** Asks the proxy for a connection, and says ESCAPED for every answer but a refusal. */
const tunnel = (target: string): string =>
  node(
    `require("http").request({ host: "127.0.0.1", port: 3128, method: "CONNECT", path: ${target} })
      .on("connect", (a) => console.log(a.statusCode === 403 ? "refused" : "ESCAPED"))
      .on("error", (e) => console.log(e.message)).end()`,
  );

const call = (line: string): string => `perl -e '${line}'`;

const ways: readonly Way[] = [
  {
    name: 'writes to the system',
    script:
      'for at in / /etc /usr /usr/bin /dev /run /run/svc /var; do touch $at/x && echo ESCAPED; done',
    control: false,
  },
  { name: 'reads a home folder', script: 'cat $OUTSIDE/secret', control: true },
  {
    name: 'lists the folders of the machine',
    script: 'ls /home /root /var/lib /srv /opt /mnt "$OUTSIDE" && echo ESCAPED',
  },
  {
    name: 'writes to a data folder of the server',
    script: 'mkdir -p $OUTSIDE; echo x > $OUTSIDE/secret',
    after: async (_, { folder, secret }) => {
      expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(secret);
    },
  },
  {
    name: 'kills a process of the same user',
    script: 'kill -9 $VICTIM; kill -TERM $VICTIM',
    after: (_, { victim }) => {
      expect([victim.exitCode, victim.signalCode]).toEqual([null, null]);
    },
  },
  {
    name: 'attaches to a foreign process with ptrace',
    script: call('print "ESCAPED" if syscall(101, 16, $ENV{VICTIM} + 0, 0, 0) == 0'),
    control: true,
  },
  {
    name: 'sees the processes of the machine',
    script: 'cat /proc/*/cmdline | tr "\\0" " " | grep -q "sleep 100[0]" && echo ESCAPED',
    control: true,
  },
  {
    name: 'reads the environment of processes outside',
    script: 'cat /proc/1/environ /proc/*/environ | tr "\\0" "\\n" | grep SECRET',
    control: true,
  },
  {
    name: 'connects directly by TCP',
    script: dial('process.env.TCP, process.env.ADDRESS'),
    control: true,
  },
  {
    name: 'sends a datagram',
    script: node(
      'require("dgram").createSocket("udp4").send("x", process.env.UDP, process.env.ADDRESS, function () { this.close?.(); process.exit() })',
    ),
    after: (_, { reached }) => {
      expect(reached).not.toContain('udp');
    },
  },
  {
    name: 'resolves a name',
    script: node(
      'require("dns").lookup("example.com", (e) => console.log(e ? e.code : "ESCAPED")); new (require("dns").Resolver)({ timeout: 500, tries: 1 }).resolve("example.com", (e) => console.log(e ? e.code : "ESCAPED"))',
    ),
  },
  {
    name: 'asks the proxy for the metadata address, although a rule names it',
    script: tunnel('"169.254.169.254:80"'),
    request: () => ({ hosts: ['169.254.169.254:80'] }),
    after: (_, __, said) => {
      expect(said).toContain('refused');
    },
  },
  {
    name: 'asks the proxy for a host that is not allowed',
    script: tunnel('"example.com:443"'),
    request: () => ({ hosts: ['example.org', '*.example.com'] }),
    after: (_, __, said) => {
      expect(said).toContain('refused');
    },
  },
  {
    name: 'asks the proxy for another port of an allowed host',
    script: tunnel('"127.0.0.1:" + process.env.TCP6'),
    request: ({ ports }) => ({ hosts: [`127.0.0.1:${ports.tcp}`] }),
    after: (_, __, said) => {
      expect(said).toContain('refused');
    },
  },
  {
    name: 'asks the proxy for the loopback of the machine, by many spellings',
    script: [
      '"localhost:"',
      '"127.1:"',
      '"2130706433:"',
      '"0x7f.1:"',
      '"[::1]:"',
      '"[::ffff:127.0.0.1]:"',
      '"0.0.0.0:"',
    ]
      .map((host) => tunnel(`${host} + process.env.TCP`))
      .join('; '),
    request: ({ ports }) => ({
      hosts: ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'].map(
        (host) => `${host}:${ports.tcp}`,
      ),
    }),
    after: (_, __, said) => {
      expect(said.match(/refused/g)).toHaveLength(7);
    },
  },
  {
    name: 'connects to the loopback of the machine',
    script: dial('process.env.TCP, "127.0.0.1"'),
    control: true,
  },
  {
    name: 'connects to the IPv6 loopback of the machine',
    script: dial('process.env.TCP6, "::1"'),
    control: true,
  },
  {
    name: 'connects to a Unix socket of the machine',
    script: `${dial('process.env.OUTSIDE + "/socket"')}; ls /run/dbus /run/docker.sock /var/run/docker.sock /run/systemd && echo ESCAPED`,
    control: true,
  },
  {
    name: 'connects to an abstract socket of the machine',
    script: dial('"\\0" + process.env.ABSTRACT'),
    control: true,
  },
  {
    name: 'raises its own limits',
    script: 'ulimit -u 100000 && echo ESCAPED; prlimit --pid $$ --nproc=100000 && echo ESCAPED',
  },
  {
    name: 'fills the disk',
    script:
      'for at in /sandbox/work /tmp /var/tmp /sandbox/home; do dd if=/dev/zero of=$at/big bs=1M count=300; done; [ $(du -sm /sandbox | cut -f1) -gt 66 ] && echo ESCAPED',
    after: (_, __, said) => {
      expect(said).toContain('No space left');
    },
  },
  {
    name: 'fills the shared memory',
    script:
      'dd if=/dev/zero of=/dev/shm/big bs=1M count=300; [ $(du -sm /dev/shm | cut -f1) -gt 66 ] && echo ESCAPED',
    after: (_, __, said) => {
      expect(said).toContain('No space left');
    },
  },
  {
    name: 'hides memory where nobody measures it',
    script: [
      call('print "ESCAPED" if syscall(319, "x", 0) >= 0'),
      call('print "ESCAPED" if syscall(29, 0, 1e8, 0x200 | 0600) >= 0'),
    ].join('; '),
    control: true,
  },
  {
    name: 'runs a setuid program',
    script:
      'for p in su mount umount passwd newgrp chsh; do [ -u /usr/bin/$p ] && echo there; done; su root -s /bin/sh -c "echo ESCAPED"; grep -q "^NoNewPrivs:.1" /proc/self/status || echo ESCAPED',
  },
  {
    name: 'mounts something',
    script: `mount -t tmpfs x /sandbox/work && echo ESCAPED; mount -o remount,rw / && echo ESCAPED; mount -o remount,rw,bind /usr && echo ESCAPED; umount /usr && echo ESCAPED`,
  },
  {
    name: 'makes namespaces of its own',
    script: 'for n in -Ur -m -n -p -i -u; do unshare $n true && echo ESCAPED; done',
  },
  {
    name: 'makes and reads devices',
    script:
      'mknod disk b 254 0 && cat disk > /dev/null && echo ESCAPED; for d in /dev/vda /dev/sda /dev/mem /dev/kmsg /dev/fuse /dev/kvm; do [ -e $d ] && echo ESCAPED; done',
  },
  {
    name: 'writes to settings of the kernel',
    script:
      'for f in kernel/core_pattern vm/overcommit_memory user/max_user_namespaces net/ipv4/ip_forward; do (echo 1 > /proc/sys/$f) && echo ESCAPED; done; (echo b > /proc/sysrq-trigger) && echo ESCAPED',
  },
  {
    name: 'leaves a link for read()',
    script: 'ln -s /etc/passwd file; ln -s /etc folder; mkfifo pipe; ln -s / /sandbox/work/root',
    after: async (sandbox) => {
      for (const path of ['file', 'folder/passwd', 'pipe', 'root/etc/passwd', 'folder'])
        expect(await sandbox.read(path, MEGABYTE)).toBeUndefined();
      for (const path of ['file', 'folder/x', 'root/sandbox/work/x'])
        await expect(sandbox.write(path, 'x')).rejects.toMatchObject({
          code: 'sandbox_file_failed',
        });
    },
  },
  {
    name: 'has read() and write() leave the work folder',
    script: 'true',
    after: async (sandbox) => {
      for (const path of [
        '../home/x',
        '/etc/passwd',
        'a/../../x',
        '/sandbox/work/../x',
        '/sandbox/workx',
        '.',
        'a\0b',
      ]) {
        await expect(sandbox.read(path, MEGABYTE)).rejects.toMatchObject({
          code: 'sandbox_file_failed',
        });
        await expect(sandbox.write(path, 'x')).rejects.toMatchObject({
          code: 'sandbox_file_failed',
        });
      }
    },
  },
  {
    name: 'links a file of the system into the work folder',
    script:
      'ln /usr/bin/env env && echo ESCAPED; ln /etc/ld.so.cache cache && echo ESCAPED; ln /run/svc/runner.cjs r && echo ESCAPED',
  },
  {
    name: 'changes the runner',
    script:
      '(echo > /run/svc/runner.cjs) && echo ESCAPED; rm -f /run/svc/runner.cjs && echo ESCAPED; mv /run/svc /run/x && echo ESCAPED',
  },
  {
    name: 'types into the terminal',
    script: call(
      'open(T, "+<", "/dev/tty") and ioctl(T, 0x5412, my $c = "x") and print "ESCAPED"; ioctl(STDIN, 0x5412, my $d = "x") and print "ESCAPED"',
    ),
  },
  {
    name: 'stays behind as a daemon when its command has ended',
    script:
      'trap "" TERM HUP; (setsid sh -c "trap \\"\\" TERM HUP; sleep 1234; sleep 1234" &) ; sleep 0.1',
    after: async (sandbox) => {
      const { said } = await runScript(sandbox, 'cat /proc/*/cmdline | tr "\\0" " "');
      expect(said).not.toContain('sleep 1234');
    },
  },
  {
    name: 'ignores signals and goes on after its time',
    script:
      'trap "" TERM INT HUP QUIT; setsid sleep 4321 & while true; do sleep 1; done; echo ESCAPED',
    seconds: 1,
    after: async (sandbox) => {
      expect((await runScript(sandbox, 'cat /proc/*/cmdline')).said).not.toContain('4321');
    },
  },
];

let outside: World;
let tests: TestSandboxes;

describeWithBubblewrap('ways out of a sandbox', () => {
  beforeAll(async () => {
    process.env['SVC_TEST_SECRET'] = 'SECRET of the worker';
    outside = await makeWorld();
  });
  afterAll(async () => {
    delete process.env['SVC_TEST_SECRET'];
    await outside.close();
  });
  beforeEach(async () => {
    outside.reached.length = 0;
    tests = await testSandboxes();
  });
  afterEach(() => tests.stop());

  it.each(ways)('$name: stays inside', async ({ script, request, seconds = 30, after }) => {
    const sandbox = await tests.open(request?.(outside));
    const env = variables(outside);
    const { said } = await runScript(sandbox, `${script}; echo tried`, { env, seconds });
    expect(said).not.toMatch(/ESCAPED|SECRET/);
    expect(said).not.toContain(outside.secret);
    expect(outside.reached).toEqual([]);
    await after?.(sandbox, outside, said);
  });

  it.each(ways.filter(({ control }) => control === true))(
    '$name: gets out where nothing isolates it',
    async ({ script }) => {
      const env = { ...process.env, ...variables(outside) };
      const child = spawn('sh', ['-c', script], { env, stdio: ['ignore', 'pipe', 'ignore'] });
      // not blocking: the servers of this process answer
      const said = await text(child.stdout);
      expect(said.includes(outside.secret) || /ESCAPED|SECRET/.test(said)).toBe(true);
    },
  );

  it('ends its runner: the sandbox has ended, and nothing else', async () => {
    const [one, other] = [await tests.open(), await tests.open()];
    await expect(runScript(one, 'kill -9 $PPID; sleep 10')).rejects.toMatchObject({
      code: 'sandbox_ended',
    });
    await expect(one.read('x', 1)).rejects.toMatchObject({ code: 'sandbox_ended' });
    expect(await runScript(other, 'echo alive')).toMatchObject({ code: 0, said: 'alive\n' });
  });

  it('stops its runner and goes on for ever: ends when its time is over', async () => {
    const sandbox = await tests.open();
    const mark = '7654321';
    const exit = await runScript(sandbox, `kill -STOP $PPID; sleep ${mark}`, { seconds: 1 });
    expect(exit).toMatchObject({ code: null, signal: 'SIGKILL', limit: 'time' });
    await sandbox.close();
    expect(await runs(mark)).toBe(false);
  });

  it('keeps running after close: everything is gone', async () => {
    const sandbox = await tests.open();
    const mark = '8765432';
    const running = runScript(
      sandbox,
      `trap "" TERM HUP INT; setsid sleep ${mark} & (setsid sh -c "sleep ${mark}" &); echo started; sleep ${mark}`,
    );
    running.catch(() => undefined);
    while (!(await runs(mark))) await new Promise((resolve) => setTimeout(resolve, 20));
    await sandbox.close();
    await expect(running).rejects.toMatchObject({ code: 'sandbox_ended' });
    expect(await runs(mark)).toBe(false);
  });

  it.each([
    ['is a fork bomb', call('fork while 1'), 'processes'],
    [
      'takes more memory than it may',
      node('const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))'),
      'memory',
    ],
    [
      'takes more memory than it may, in many processes',
      'for i in 1 2 3 4 5 6 7 8; do perl -e \'$a = "x" x 5e7; sleep 30\' & done; wait',
      'memory',
    ],
  ])('%s: is ended, and the sandbox goes on', async (_, script, limit) => {
    const sandbox = await tests.open();
    const exit = await runScript(sandbox, script);
    expect(exit).toMatchObject({ code: null, signal: 'SIGKILL', limit });
    expect(await runScript(sandbox, 'echo alive')).toMatchObject({ code: 0, said: 'alive\n' });
  });

  /** Takes the runner's own stdout, which programs of the same user can, and writes to it. */
  const forge = (program: string): string =>
    call(
      `$p = syscall(434, getppid() + 0, 0); $f = syscall(438, $p, 1, 0); open(F, ">&=", $f) or die; ${program}`,
    );
  const forgeries: readonly (readonly [name: string, program: string])[] = [
    ['is no JSON', 'syswrite F, "hello\\n"'],
    ['has another type', 'syswrite F, q({"type":"open","id":1}) . "\\n"'],
    ['has more fields', 'syswrite F, q({"type":"done","id":1,"__proto__":{"a":1}}) . "\\n"'],
    [
      'names a stream that is none',
      'syswrite F, q({"type":"output","id":1,"stream":"constructor","data":""}) . "\\n"',
    ],
    [
      'has a code that is none',
      'syswrite F, q({"type":"exit","id":1,"code":-1,"signal":null}) . "\\n"',
    ],
    ['never ends a line', 'print F "x" x 1000 while 1'],
  ];
  it.each(forgeries)('forges a message that %s: ends only itself', async (_, program) => {
    const [one, other] = [await tests.open(), await tests.open()];
    await expect(runScript(one, `exec ${forge(`${program}; sleep 60`)}`)).rejects.toMatchObject({
      code: 'sandbox_ended',
    });
    expect(await runScript(other, 'echo alive')).toMatchObject({ code: 0, said: 'alive\n' });
  });

  it('forges that its command has ended: it is ended with the sandbox', async () => {
    const sandbox = await tests.open();
    const mark = 'sleep 9876543';
    const end = 'syswrite F, q({"type":"exit","id":1,"code":0,"signal":null}) . "\\n"';
    await runScript(sandbox, `exec ${forge(`${end}; exec "${mark}"`)}`);
    await sandbox.close();
    expect(await runs(mark.replace(' ', '\0'))).toBe(false);
  });
});
