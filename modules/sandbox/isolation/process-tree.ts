import { readdirSync, readFileSync } from 'node:fs';

/** One process, as /proc shows it. */
interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly threads: number;
  /** Bytes of memory that belong to no file. */
  readonly memory: number;
}

/** What a process and all its descendants use together. */
export interface TreeUse {
  readonly pids: readonly number[];
  readonly threads: number;
  readonly memoryBytes: number;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // the process has ended meanwhile, or belongs to somebody else
    return '';
  }
}

function row(pid: number): ProcessRow | undefined {
  const text = textOf(`/proc/${pid}/status`);
  if (text === '') return undefined;
  const number = (name: string): number =>
    Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  const memory = 1024 * (number('RssAnon') + number('RssShmem'));
  return { pid, parent: number('PPid'), threads: number('Threads'), memory };
}

function pidsOfAll(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The processes below one, itself included. Empty where there is no /proc. */
export function processTree(root: number): TreeUse {
  const children = new Map<number, ProcessRow[]>();
  const tree: ProcessRow[] = [];
  for (const pid of pidsOfAll()) {
    const found = row(pid);
    if (found === undefined) continue;
    if (pid === root) tree.push(found);
    const siblings = children.get(found.parent);
    if (siblings === undefined) children.set(found.parent, [found]);
    else siblings.push(found);
  }
  // grows while it is walked
  for (const { pid } of tree) tree.push(...(children.get(pid) ?? []));
  const sum = (of: (one: ProcessRow) => number): number =>
    tree.reduce((total, one) => total + of(one), 0);
  return {
    pids: tree.map(({ pid }) => pid),
    threads: sum(({ threads }) => threads),
    memoryBytes: sum(({ memory }) => memory),
  };
}

/** Memory of these processes where pages that several of them share count once. Costs more than the sum of what each of them has. */
export function sharedOnce(pids: readonly number[]): number {
  const bytes = (pid: number): number => {
    const text = textOf(`/proc/${pid}/smaps_rollup`);
    const found = [...text.matchAll(/^Pss_(?:Anon|Shmem):\s*(\d+)/gm)];
    return 1024 * found.reduce((total, [, kilobytes]) => total + Number(kilobytes), 0);
  };
  return pids.reduce((total, pid) => total + bytes(pid), 0);
}

/** Processes whose environment has a text: also those that have left the tree of their parent. */
export function markedProcesses(mark: string): readonly number[] {
  return pidsOfAll().filter((pid) => textOf(`/proc/${pid}/environ`).includes(mark));
}
