import { expect } from '@jest/globals';

/** Expects that a call fails with an error code, an HTTP status, or both. */
export async function expectError(
  call: Promise<unknown>,
  error: string | number,
  status?: number,
): Promise<void> {
  await expect(call).rejects.toMatchObject({
    ...(typeof error === 'string' ? { code: error } : { status: error }),
    ...(status !== undefined && { status }),
  });
}
