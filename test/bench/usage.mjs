import { once } from 'node:events';

/** What a measured server has used until now: statements, and processor time of all its threads in microseconds. */
export async function usageOf(server) {
  server.send('usage');
  const [{ statements, cpu }] = await once(server, 'message');
  return { statements, cpu: cpu.user + cpu.system };
}

/** The same for one of `times` pieces of work. */
export async function usagePer(server, times, work) {
  const before = await usageOf(server);
  await work();
  const after = await usageOf(server);
  return {
    statements: (after.statements - before.statements) / times,
    cpu: (after.cpu - before.cpu) / times,
  };
}
