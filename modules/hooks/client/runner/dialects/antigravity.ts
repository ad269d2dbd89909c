import { joined } from '../answer/verdict.js';
import { hasText, type Dialect } from './dialect.js';

// "ask" would be overruled by permissions that the person has granted permanently
const decisions = { block: 'deny', ask: 'force_ask', allow: 'allow' } as const;

/** Antigravity CLI 1.x, according to third-party reports. It treats silence, or a document without a decision, as a refusal of the tool. */
export const antigravity: Dialect = {
  id: 'antigravity',
  agents: ['antigravity'],
  recognises: (payload) => hasText(payload, 'conversationId'),
  fields: {
    session_id: ['conversationId'],
    cwd: ['toolCall.args.Cwd', 'workspacePaths.0'],
    tool_name: ['toolCall.name'],
    tool_input: ['toolCall.args'],
    transcript_path: ['transcriptPath'],
  },
  tools: {
    run_command: ['Bash'],
    view_file: ['Read'],
    write_to_file: ['Write'],
    edit_file: ['Edit'],
    replace_file_content: ['Edit'],
    multi_replace_file_content: ['Edit'],
    find_by_name: ['Glob'],
    grep_search: ['Grep'],
    codebase_search: ['Grep'],
    read_url_content: ['WebFetch'],
    search_web: ['WebSearch'],
  },
  toolServers: undefined,
  inputs: { CommandLine: 'command', AbsolutePath: 'file_path', TargetFile: 'file_path' },
  projectVariables: [],
  takes: {
    block: ['PreToolUse', 'Stop'],
    ask: ['PreToolUse'],
    allow: ['PreToolUse'],
    context: [],
    stop: [],
  },
  failureExit: 0,
  reply: ({ decision = 'allow', reasons }, event) => {
    const reason = reasons.length === 0 ? {} : { reason: joined(reasons) };
    if (event === 'PreToolUse')
      return { exitCode: 0, document: { decision: decisions[decision], ...reason } };
    return {
      exitCode: 0,
      document: event === 'Stop' && decision === 'block' ? { decision: 'continue', ...reason } : {},
    };
  },
};
