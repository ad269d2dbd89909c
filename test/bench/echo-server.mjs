// The least that the SDK's own documentation makes of a server with one tool, in the form that the tool server uses too.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'echo', version: '1.0.0' });
const text = { text: z.string() };
server.registerTool(
  'echo',
  { description: 'Say the same again', inputSchema: text, outputSchema: text },
  ({ text: said }) => ({
    content: [{ type: 'text', text: JSON.stringify({ text: said }) }],
    structuredContent: { text: said },
  }),
);
await server.connect(new StdioServerTransport());
