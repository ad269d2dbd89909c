/** Commands within prose: what looks like one, and prompts before them. */

/** Programs that instructions name; a text that begins with one of these and goes on is a command. */
const PROGRAMS = new Set(
  (
    'curl wget bash sh zsh sudo doas eval exec source python python2 python3 py pip pip3 pipx uv uvx poetry conda ' +
    'node npm npx pnpm yarn bun bunx deno tsx ts-node go cargo rustup gem bundle ruby perl php composer java mvn ' +
    'gradle dotnet nuget brew apt apt-get yum dnf apk pacman snap flatpak choco scoop winget git gh glab hg svn ' +
    'docker podman docker-compose kubectl helm terraform ansible aws gcloud az heroku vercel netlify flyctl wrangler ' +
    'ssh scp sftp rsync nc ncat netcat socat telnet ftp openssl gpg base64 xxd tar unzip zip gunzip 7z rm mv cp dd ' +
    'mkfs chmod chown ln mkdir touch cat tee echo printf sed awk grep find xargs env export set printenv crontab ' +
    'systemctl launchctl service nohup kill killall pkill security defaults osascript open xattr spctl csrutil ' +
    'powershell pwsh cmd iex irm iwr invoke-expression invoke-webrequest invoke-restmethod start-process ' +
    'set-mppreference add-mppreference reg regsvr32 rundll32 mshta certutil bitsadmin schtasks netsh wmic claude ' +
    'codex gemini cursor openclaw clawhub svc skills make cmake just nix psql mysql mongo redis-cli sqlite3 ' +
    'iptables ufw useradd usermod passwd visudo mount umount insmod launch clasp trap alias history'
  ).split(' '),
);
const FIRST = /^(?:[A-Za-z_]\w*=\S* )*([\w.@/~$-]+)(?=\s+\S|$)/;
const PATH = /^(?:\.{1,2}|~|\$\w+)?\/[\w./-]+\.(?:sh|py|js|mjs|ts|rb|pl|bin|command|exe)$/;

/** Whether the text begins like a command line with arguments. */
export function startsCommand(line: string): boolean {
  const first = FIRST.exec(line)?.[1];
  if (first === undefined) return false;
  if (PATH.test(first)) return true;
  const name = first.slice(first.lastIndexOf('/') + 1).toLowerCase();
  return PROGRAMS.has(name) && /\s\S/.test(line) && !/^\S+ (?:is|are|was|to|the|a|an)\b/.test(line);
}

const PROMPT =
  /^\s*(?:[\w.-]+@[\w.-]+[^$#%>]{0,80}[$#%]|\([\w.-]+\) \$|\$|%|❯|➜|PS [^>]{0,80}>|PS>|[A-Z]:\\[^>]{0,80}>|>>>|\.\.\.) ?(?=\S)/;
const SHOWN =
  /^\s*(?:[\w.-]+@[\w.-]+[^$#%>]{0,80}[$#%]|\([\w.-]+\) \$|\$|%|❯|➜|PS [^>]{0,80}>|PS>|[A-Z]:\\[^>]{0,80}>|>>>|\.\.\.) \S/;

/** Commands of a session: prompts are taken off, and the output between them is left blank. */
export function withoutPrompts(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => SHOWN.test(line))) return lines;
  let goesOn = false;
  return lines.map((line) => {
    const prompted = SHOWN.test(line);
    const kept = prompted || goesOn || startsCommand(line.trim());
    const text = prompted ? line.replace(PROMPT, '') : goesOn ? line.replace(/^\s*> /, '') : line;
    goesOn = kept && /(?:\\|\||&&)\s*$/.test(line);
    return kept ? text : '';
  });
}
