/** What a text would change if it stood in a file of an agent. */

/** Settings and flags that take away questions. */
const UNGUARDED =
  /dangerously[-_]?(skip|bypass|allow)|bypass[-_]?permissions|skip[-_]?permissions|skipDangerousModePermissionPrompt|danger-full-access|--yolo\b|"?yolo"?\s*[:=]\s*true|auto[-_]?approve"?\s*[:=]\s*(true|\[)|autoApprove(All)?\b|always[-_]?allow|allow[-_]?all[-_]?tools|approval[-_]?(policy|mode)"?\s*[:=]\s*"?(never|yolo|auto_edit|full)|--allow-all(-tools|-paths)?\b|enableAllProjectMcpServers|"(Bash|Write|Edit|WebFetch|Read|Task)\(\*?:?\*\)"|"allow(edTools)?"\s*:\s*\[[^\]]{0,2000}"(\*|Bash|Write|Edit|WebFetch|mcp__\*)"|"defaultMode"\s*:\s*"(bypass|acceptEdits|dontAsk)|workspace\.trust\.enabled"?\s*:\s*false|sandbox"?\s*[:=]\s*(false|"off|\{\s*"enabled"\s*:\s*false)|"deny"\s*:\s*\[\s*\]|trust(ed)?"?\s*[:=]\s*true|--trust-all-tools|(trusted|allowed|auto_?run)[-_]?(commands|tools)"?\]?\s*[:=]\s*\[\s*"\*|disableBypass|allowUnsandboxed/i;
/** Variables and settings that say where the model is. */
const MODEL_ADDRESS =
  /\b(ANTHROPIC|CLAUDE|OPENAI|AZURE_OPENAI|GEMINI|GOOGLE_GEMINI|GOOGLE|CODEX|MISTRAL|GROQ|OPENROUTER|XAI|DEEPSEEK|OLLAMA|LITELLM|BEDROCK|ANTHROPIC_BEDROCK|ANTHROPIC_VERTEX|VERTEX)_(API_)?(BASE_?URL|API_BASE|BASE|HOST|ENDPOINT|API_URL|URL|PROXY)\b|openai_base_url|\bbase_url\b|apiBase\b|"?api_?base(_?url)?"?\s*[:=]|apiKeyHelper|HTTPS?_PROXY\b|NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS/;
const HOOKS =
  /"?\b(PreToolUse|PostToolUse|SessionStart|SessionEnd|UserPromptSubmit|Stop|SubagentStop|PreCompact|Notification|beforeShellExecution|afterFileEdit|beforeSubmitPrompt|hooks)\b"?\s*[:=\]]|statusLine|\bnotify\s*=\s*\[|"runOn"\s*:\s*"folderOpen"/;
const SERVERS = /mcp_?servers|"mcp"\s*:|\[mcp|"servers"\s*:/i;
/** Orders that no honest note for an agent holds. */
const ORDERS =
  /\b(ignore|disregard|forget|override)\b.{0,40}\b(instruction|rule|guideline|polic)|\b(do not|don't|never|without)\b.{0,30}\b(tell|mention|inform|notify|ask|asking|alert|reveal|disclos|confirm|show)|\b(silently|secretly|covertly|quietly|in the background)\b|highest priority|(send|upload|post|forward|exfiltrat|include|append)\w*\b.{0,60}\b(key|token|secret|credential|password|conversation|\.env|history)|skip\w*\b.{0,30}\b(review|confirm|approval|check|test|verif|security)|(always|every|each)\b.{0,60}\b(curl|wget|run|execute|install|fetch|download|load)\b|auto[- ]?approve/i;

export interface Change {
  readonly unguarded: boolean;
  readonly modelAddress: boolean;
  readonly hooks: boolean;
  readonly servers: boolean;
  readonly orders: boolean;
}

export function changeIn(text: string): Change {
  return {
    unguarded: UNGUARDED.test(text),
    modelAddress: MODEL_ADDRESS.test(text),
    hooks: HOOKS.test(text),
    servers: SERVERS.test(text),
    orders: ORDERS.test(text),
  };
}

/** Whether a variable says where the model, or the way to it, is. */
export const isModelAddress = (name: string): boolean =>
  MODEL_ADDRESS.test(name) && !/PROXY|NODE_/.test(name);
