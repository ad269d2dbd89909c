/** Names of the calls that are refused, with their numbers on x64 and arm64. */
const REFUSED: readonly (readonly [name: string, x64: number, arm64: number])[] = [
  // memory that no process has mapped, which nothing that is measured shows
  ['memfd_create', 319, 279],
  ['memfd_secret', 447, 447],
  ['shmget', 29, 194],
  ['msgget', 68, 186],
  // parts of the kernel in which most ways out were found, and which no agent needs
  ['io_uring_setup', 425, 425],
  ['bpf', 321, 280],
  ['perf_event_open', 298, 241],
  ['userfaultfd', 323, 282],
  ['add_key', 248, 217],
  ['request_key', 249, 218],
  ['keyctl', 250, 219],
  ['open_by_handle_at', 304, 265],
];

const ARCHITECTURES: Readonly<Record<string, { readonly audit: number; readonly column: 1 | 2 }>> =
  {
    x64: { audit: 0xc000003e, column: 1 },
    arm64: { audit: 0xc00000b7, column: 2 },
  };

const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
/** ENOSYS: programs go on as on an older kernel. */
const REFUSE = 0x00050026;

/** Numbers of x32, a second table of calls on x64. */
const X32 = 0x40000000;

/** One instruction: code, jump when true, jump when false, value. */
type Instruction = readonly [code: number, yes: number, no: number, value: number];

/** A filter of system calls in the form that bubblewrap takes; `undefined` for a processor whose numbers are not known here. */
export function seccompFilter(architecture: string): Uint8Array | undefined {
  const known = ARCHITECTURES[architecture];
  if (known === undefined) return undefined;
  const numbers = REFUSED.map((call) => call[known.column]);
  const toRefusal = (index: number): number => numbers.length - index;
  const program: Instruction[] = [
    [LOAD, 0, 0, 4],
    [JUMP_IF_EQUAL, 0, numbers.length + 3, known.audit],
    [LOAD, 0, 0, 0],
    [JUMP_IF_AT_LEAST, numbers.length + 1, 0, X32],
    ...numbers.map((number, index): Instruction => [JUMP_IF_EQUAL, toRefusal(index), 0, number]),
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, REFUSE],
  ];
  const filter = Buffer.alloc(8 * program.length);
  for (const [index, [code, yes, no, value]] of program.entries()) {
    filter.writeUInt16LE(code, 8 * index);
    filter.writeUInt8(yes, 8 * index + 2);
    filter.writeUInt8(no, 8 * index + 3);
    filter.writeUInt32LE(value, 8 * index + 4);
  }
  return filter;
}
