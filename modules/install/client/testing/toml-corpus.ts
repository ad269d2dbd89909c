/** Agents' TOML files as people leave them. Entries are tables below `mcp_servers`, where there are some. */
export const tomlCorpus: Readonly<Record<string, string>> = {
  empty: '',
  'a line end': '\n',
  'spaces only': '  ',
  'blank lines': '\n\n\n',
  'byte order mark only': '\uFEFF',
  'comment only': '# mine\n',
  'comment only, no final newline': '# mine',
  'one pair': 'model = "x"\n',
  'one pair, no final newline': 'model = "x"',
  'one pair, spaces behind': 'model = "x"\n   ',
  'blank line last': 'model = "x"\n\n',
  'odd spacing': 'model="x"\n  effort   =    "high"   # why\n\t[ tui ]\n\t theme = "a"\n',
  tabs: '[tui]\n\ttheme = "a"\n\n[mcp_servers.a]\n\tcommand = "x"\n',
  crlf: 'model = "x"\r\n\r\n[mcp_servers.a]\r\ncommand = "x"\r\n',
  'crlf, no final newline': 'model = "x"\r\n[tui]\r\ntheme = "a"',
  'line ends mixed': 'model = "x"\r\n[tui]\ntheme = "a"\r\n',
  'byte order mark and crlf': '\uFEFF# mine\r\nmodel = "x"\r\n',
  comments:
    '# above\nmodel = "x" # behind\n\n# about servers\n[mcp_servers.a] # the first\n# inside\ncommand = "x"\n# below\n',
  'one server': '[mcp_servers.a]\ncommand = "x"\nargs = ["-y", "srv"]\n',
  'one server, no final newline': '[mcp_servers.a]\ncommand = "x"',
  'a server with a table inside':
    '[mcp_servers.a]\ncommand = "x"\n\n[mcp_servers.a.env]\nK = "V"\n',
  'a table of servers': '[mcp_servers]\n\n[mcp_servers.a]\ncommand = "x"\n',
  'inline servers': '[mcp_servers]\na = { command = "x", env = { K = "V" } }\n',
  'dotted servers': 'mcp_servers.a.command = "x"\nmcp_servers.a.args = []\n\n[tui]\ntheme = "a"\n',
  'dotted servers in a table': '[mcp_servers]\na.command = "x"\n',
  'all servers inline': 'mcp_servers = { a = { command = "x" } }\nmodel = "x"\n',
  'all servers inline, none': 'mcp_servers = {}\n',
  'all servers inline, none, spaced': 'mcp_servers = { }\n',
  'all servers inline, several lines': 'mcp_servers = {\n  a = { command = "x" }, # the first\n}\n',
  'all servers inline, comment and no comma':
    'mcp_servers = {\n  a = { command = "x" } # the first\n}\n',
  'quoted keys': '[mcp_servers."a b".env]\n"K.1" = \'V\'\n\n[\'mcp_servers\'."ä"]\ncommand = "x"\n',
  'arrays of tables':
    '[[hooks.Stop]]\ncommand = "a"\n\n[[hooks.Stop]]\ncommand = "b"\n[[hooks.Stop.x]]\ny = 1\n',
  'lists over several lines':
    '[mcp_servers.a]\ncommand = "x"\nargs = [\n  "a", # one\n  "b",\n]\n\n[tui]\n',
  'headers in texts':
    'a = """\n[mcp_servers.svc]\ncommand = "no"\n"""\nb = \'\'\'\n# no comment\n[x]\n\'\'\'\n',
  'every kind of value':
    'i = 0xff_ff\nf = 1e5\nn = nan\nb = true\nd = 1979-05-27T07:32:00Z\nt = 07:32:00\nbig = 9223372036854775807\n',
  'trust of projects':
    '[projects."/home/me/a b"]\ntrust_level = "trusted"\n\n[projects."C:\\\\x"]\ntrust_level = "trusted"\n',
  'keys of object prototypes':
    '[__proto__]\nx = 1\n\n[constructor.prototype]\ny = 2\n\n[mcp_servers.__proto__]\ncommand = "x"\n',
  'servers between other tables':
    '[a]\nx = 1\n[mcp_servers.a]\ncommand = "x"\n[b]\ny = 2\n[mcp_servers.b]\ncommand = "x"\n[c]\n',
};

/** What no agent reads either: never edited. With the line that is at fault. */
export const unsoundToml: Readonly<Record<string, readonly [text: string, line: number]>> = {
  'a value missing': ['model = "x"\neffort = \n', 2],
  'a doubled key': ['a = 1\na = 2\n', 2],
  'a doubled table': ['[a]\n\n[a]\n', 3],
  'an open list': ['a = [1\n', 2],
  'an open text': ['a = "x\n', 1],
  'a merge conflict': ['a = 1\n<<<<<<< HEAD\n', 2],
  'a bare key of other letters': ['é = 1\n', 1],
  'too deep': [`a = ${'['.repeat(5000)}${']'.repeat(5000)}\n`, 1],
  JSON: ['{"mcpServers": {}}\n', 1],
};
