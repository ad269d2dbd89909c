import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { globSync } from 'tinyglobby';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly depends_on?: Readonly<Record<string, object>>;
  readonly healthcheck?: { readonly disable?: boolean };
  readonly privileged?: boolean;
  readonly security_opt: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly read_only?: boolean;
  readonly mem_limit?: string;
}

interface Profile {
  readonly defaultAction: string;
  readonly syscalls: readonly {
    readonly names: readonly string[];
    readonly action: string;
    readonly errnoRet?: number;
  }[];
}

const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const services = Object.entries(compose.services);

const lines = read('Dockerfile')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line));
const stages = lines.join('\n').split(/^(?=FROM )/m);
const last = stages.at(-1)?.split('\n') ?? [];

/** Every setting that a module declares, as `npm run surface` records them. */
const settings = new Set(
  [...read('docs/reference/settings.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name),
);
const commands = new Set(
  (
    JSON.parse(read('docs/reference/surface.json')) as { commands: { command: string }[] }
  ).commands.map(({ command }) => command),
);

describe('the files for containers', () => {
  it.each(['Dockerfile', 'compose.yaml', 'docs/guides/operate-a-server.md'])(
    '%s names settings that exist',
    (file) => {
      const named = new Set(read(file).match(/\bSVC_\w+/g));
      expect(named.size).toBeGreaterThan(0);
      expect([...named].filter((name) => !settings.has(name))).toEqual([]);
    },
  );

  it('and commands that exist', () => {
    const named = [
      ...read('docs/guides/operate-a-server.md').matchAll(/\bsvc (server \w+|serve|worker)\b/g),
    ].map(([, command]) => command ?? '');
    expect(named).toContain('server backup');
    const begin = (words: string): boolean =>
      [...commands].some((command) => `${command} `.startsWith(`${words} `));
    expect(named.filter((words) => !begin(words))).toEqual([]);
    for (const [, { image, command = ['serve'] }] of services)
      if (image === 'svc-registry') expect(commands).toContain(command[0]);
  });

  it('hold no secret', () => {
    for (const file of ['Dockerfile', 'compose.yaml'])
      expect(read(file)).not.toMatch(/:\/\/\w+:[^@\s]+@/);
    for (const [name, { environment }] of services) {
      const given = Object.entries(environment).filter(([variable]) =>
        /PASSWORD|TOKEN|SECRET/.test(variable),
      );
      for (const [variable, value] of given)
        expect(`${name} ${variable} ${value}`).toMatch(/\$\{\w+(:[?-].*)?\}$/);
    }
    expect(lines.filter((line) => /^(ENV|ARG) .*(PASSWORD|TOKEN|SECRET)/.test(line))).toEqual([]);
  });

  it('run nothing as root, and as the first process only what ends when it is told to', () => {
    expect(last.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    expect(last.findIndex((line) => line.startsWith('USER '))).toBeLessThan(
      last.findIndex((line) => line.startsWith('ENTRYPOINT')),
    );
    expect(last).toContain('ENTRYPOINT ["svc"]');
    for (const program of ['svc', 'lnk']) {
      expect(read(`hosts/bin/${program}.cjs`)).toMatch(/^#!\/usr\/bin\/env node\n/);
      expect(last.join('\n')).toContain(
        `ln -s /app/dist/bin/${program}.cjs /usr/local/bin/${program} `,
      );
    }
    for (const [, service] of services) expect(service.privileged).toBeUndefined();
  });

  it('ship what runs and nothing else', () => {
    const ignored = read('.dockerignore');
    const sent = ignored
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(ignored).toMatch(/^\*$/m);
    for (const path of sent)
      expect({ path, there: existsSync(join(root, path)) }).toEqual({ path, there: true });
    // what the build reads: the packages of the product, its sources, and the scripts that `npm run build` runs
    expect(sent).toEqual(
      expect.arrayContaining([
        'package.json',
        'package-lock.json',
        'tsconfig.json',
        'tsconfig.build.json',
        'hosts',
        'kernel',
        'modules',
        'toolbox',
        'tools',
      ]),
    );
    const copied = lines
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    for (const path of copied.filter((name) => name !== '.')) expect(sent).toContain(path);
    const commands = last.filter((line) => line.startsWith('RUN ')).join('\n');
    expect(commands).not.toMatch(/npm/);
    // what workers start, and what git needs to trust a host
    const installed = /apt-get install -y --no-install-recommends ([^&]*)&& rm -rf \S+lists/.exec(
      commands,
    );
    expect(installed?.[1]?.trim().split(/\s+/)).toEqual(['bubblewrap', 'ca-certificates', 'git']);
    expect(
      globSync('tools/**/*.mjs', { cwd: root }).filter((path) =>
        /from '(\.\.\/)+(test|docs)\//.test(read(path)),
      ),
    ).toEqual([]);
  });

  it('let the worker make namespaces, and nothing else that Docker does not', () => {
    const { server, worker } = compose.services as Record<'server' | 'worker', Service>;
    for (const { cap_drop, cap_add, read_only, security_opt } of [server, worker]) {
      expect({ cap_drop, cap_add, read_only }).toEqual({ cap_drop: ['ALL'], read_only: true });
      expect(security_opt).toContain('no-new-privileges:true');
    }
    expect(server.security_opt).toHaveLength(1);
    expect(worker.mem_limit).toBeDefined();
    expect(worker.security_opt.slice(1)).toEqual([
      'seccomp:docker/seccomp-worker.json',
      'apparmor:unconfined',
      'systempaths=unconfined',
    ]);
    const profile = JSON.parse(read('docker/seccomp-worker.json')) as Profile;
    expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
    const allowed = profile.syscalls
      .filter(({ action }) => action === 'SCMP_ACT_ALLOW')
      .flatMap(({ names }) => names);
    expect(allowed).toEqual(
      expect.arrayContaining(['clone', 'unshare', 'mount', 'umount2', 'pivot_root', 'sethostname']),
    );
    // calls in which ways out of containers were found, or which only an administrator needs
    const withheld = [
      ...['bpf', 'perf_event_open', 'userfaultfd', 'io_uring_setup', 'keyctl', 'add_key'],
      ...['request_key', 'open_by_handle_at', 'init_module', 'finit_module', 'delete_module'],
      ...['kexec_load', 'kexec_file_load', 'reboot', 'swapon', 'setns', 'chroot', 'quotactl'],
      ...['fsopen', 'fsmount', 'fsconfig', 'move_mount', 'open_tree', 'mount_setattr', 'clone3'],
      ...['settimeofday', 'clock_settime', 'iopl', 'ioperm', 'acct', 'syslog', 'kcmp'],
    ];
    expect(withheld.filter((name) => allowed.includes(name))).toEqual([]);
    expect(profile.syscalls.find(({ names }) => names.includes('clone3'))?.errnoRet).toBe(38);
  });

  it('wait for the database, share the contents, and ask whether the server is ready', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['database', 'server', 'worker']);
    const { server, worker, database } = compose.services as Record<
      'server' | 'worker' | 'database',
      Service
    >;
    for (const service of [server, worker]) {
      expect(service.depends_on).toEqual({ database: { condition: 'service_healthy' } });
      expect(service.volumes).toEqual(['data:/var/lib/svc']);
      expect(service.environment['SVC_DATABASE_URL']).toBe('postgres://svc@database:5432/svc');
    }
    expect(worker.healthcheck).toEqual({ disable: true });
    expect(database.healthcheck).toMatchObject({ test: expect.arrayContaining(['pg_isready']) });
    const used = services.flatMap(([, { volumes }]) =>
      volumes.map((volume) => volume.split(':')[0]),
    );
    expect(new Set(used)).toEqual(new Set(Object.keys(compose.volumes)));
    expect(last.find((line) => line.startsWith('HEALTHCHECK'))).toContain('/ready');
    expect(read('hosts/http/system-routes.ts')).toContain(`'/ready'`);
  });
});
