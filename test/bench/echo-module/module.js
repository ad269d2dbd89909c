// A tool that does nothing of its own: what is left is the cost of the tool server.
import { defineModule, defineOperation, handle } from 'svc-registry/kernel';

const text = async () => (await import('./dto.js')).Text;
const echo = defineOperation({
  ...{ id: 'echo.echo', summary: 'Say the same again', effect: 'read', runsAt: 'client', access: 'local' },
  ...{ input: text, output: text, mcp: { name: 'echo' } },
});

class Echo {
  run({ text: said }) {
    return Promise.resolve({ text: said });
  }
}

export default defineModule({
  id: 'echo',
  api: '^1.0.0',
  summary: 'Says the same again',
  operations: [handle(echo, () => Promise.resolve(Echo))],
});
