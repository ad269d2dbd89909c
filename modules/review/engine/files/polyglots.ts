import type { Archive } from './archives/unpack.js';

const END_OF_ZIP = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
/** Beginnings that do not stand in images by chance. */
const BEGINNINGS = [
  '#!/bin/',
  '#!/usr/',
  '<?php',
  '<script',
  '\x7fELF\x02\x01\x01',
  '\x7fELF\x01\x01\x01',
  'This program cannot be run in DOS mode',
].map((text) => Buffer.from(text, 'latin1'));

/** What else a file of another kind is. */
export interface Appended {
  readonly archives: readonly Archive[];
  /** Where a program begins in it. */
  readonly program?: Buffer;
}

/** An archive or program inside or behind an image, a document or a program. */
export function appendedTo(bytes: Buffer): Appended {
  const program = BEGINNINGS.map((beginning) => bytes.indexOf(beginning))
    .filter((at) => at > 0)
    .sort((one, other) => one - other)[0];
  const zip = zipAtEnd(bytes);
  return {
    archives: zip === undefined ? [] : [{ format: 'zip', bytes: zip }],
    ...(program !== undefined && { program: bytes.subarray(program) }),
  };
}

/** Readers of zip look for its directory from the end; what stands before the first entry is skipped. */
function zipAtEnd(bytes: Buffer): Buffer | undefined {
  const at = bytes.lastIndexOf(END_OF_ZIP);
  if (at === -1 || at + ZIP_END_SIZE + LONGEST_COMMENT < bytes.length) return undefined;
  if (at + ZIP_END_SIZE > bytes.length) return undefined;
  const start = at - bytes.readUInt32LE(at + 12) - bytes.readUInt32LE(at + 16);
  return start < 0 ? undefined : bytes.subarray(start);
}
