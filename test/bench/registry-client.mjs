/** The value of a new API key of the bench's workspace. */
export async function bearer(scratch) {
  const key = await scratch.json([
    'api-key',
    'create',
    `bench-${Date.now()}`,
    '--workspace',
    'bench',
  ]);
  return (key.data ?? key).value;
}

export async function publish(scratch, token, archive) {
  const response = await fetch(`${scratch.origin}/v1/tiles?workspace=bench`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: archive,
  });
  if (!response.ok) throw new Error(`publish: ${response.status} ${await response.text()}`);
}
