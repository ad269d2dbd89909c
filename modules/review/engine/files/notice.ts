import type { At } from '../unit.js';

/** What the bytes of a file, of an entry of an archive or of decoded data can be, besides text. */
export type NoticeKind =
  /** Machine code: ELF, PE, Mach-O and packages of them. */
  | 'machine-code'
  /** Code of a virtual machine: WebAssembly, classes of Java and Android. */
  | 'virtual-machine-code'
  /** Compiled Python without its source. */
  | 'bytecode-alone'
  /** Compiled Python that says other things than its source. */
  | 'bytecode-differs'
  /** Compiled Python of another state of its source. */
  | 'bytecode-stale'
  /** Python objects whose loading calls functions. */
  | 'pickle-calls'
  | 'office-macro'
  | 'office-remote'
  | 'office-object'
  | 'pdf-active'
  /** Something else begins where an image or document ends. */
  | 'appended'
  /** The name says one kind of file, the bytes another. */
  | 'mismatch'
  /** An entry whose path or link leads out of its archive. */
  | 'escape'
  /** A small archive that becomes very large. */
  | 'bomb'
  /** A shortcut of a desktop that starts a program. */
  | 'shortcut'
  /** A program in a hidden file or folder. */
  | 'hidden-program'
  /** A program in machine code that is encoded as text. */
  | 'encoded-program'
  /** An archive or compressed data that is encoded as text and holds no text. */
  | 'encoded-data'
  /** Text that is not quite text: bytes that are no UTF-8, or NUL. */
  | 'broken-text';

export interface Notice {
  readonly kind: NoticeKind;
  readonly at: At;
  /** A sentence that names what was seen. */
  readonly detail: string;
}
