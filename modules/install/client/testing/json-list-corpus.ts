/** Agents' JSON files as people leave them, with a list `hooks.Stop` in every style. */
export const jsonListCorpus: Readonly<Record<string, string>> = {
  minified: '{"hooks":{"Stop":[{"command":"x"}]}}',
  'minified, empty': '{"hooks":{"Stop":[]}}',
  'empty, final newline': '{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
  'two spaces': '{\n  "hooks": {\n    "Stop": [\n      { "command": "x" }\n    ]\n  }\n}\n',
  'opened elements':
    '{\n  "hooks": {\n    "Stop": [\n      {\n        "command": "x"\n      },\n      {\n        "command": "y"\n      }\n    ]\n  }\n}\n',
  'brackets together':
    '{\n  "hooks": {\n    "Stop": [{\n      "command": "x"\n    }, {\n      "command": "y"\n    }]\n  }\n}\n',
  'four spaces, no final newline':
    '{\n    "hooks": {\n        "Stop": [\n            { "command": "x" }\n        ]\n    }\n}',
  tabs: '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{ "command": "x" }\n\t\t]\n\t}\n}\n',
  crlf: '{\r\n  "hooks": {\r\n    "Stop": [\r\n      { "command": "x" }\r\n    ]\r\n  }\r\n}\r\n',
  'crlf, empty': '{\r\n  "hooks": {\r\n    "Stop": []\r\n  }\r\n}\r\n',
  'one line': '{ "hooks": { "Stop": [{ "command": "x" }, { "command": "y" }] } }',
  'trailing comma': '{\n  "hooks": {\n    "Stop": [\n      { "command": "x" },\n    ],\n  },\n}\n',
  'trailing comma inline': '{ "hooks": { "Stop": [{ "command": "x" },] } }',
  'comment above':
    '{\n  "hooks": {\n    "Stop": [\n      // mine\n      { "command": "x" }\n    ]\n  }\n}\n',
  'comment behind':
    '{\n  "hooks": {\n    "Stop": [\n      { "command": "x" } // mine\n    ]\n  }\n}\n',
  'comment behind a trailing comma':
    '{\n  "hooks": {\n    "Stop": [\n      { "command": "x" }, // mine\n    ]\n  }\n}\n',
  'comment last':
    '{\n  "hooks": {\n    "Stop": [\n      { "command": "x" }\n      // the end\n    ]\n  }\n}\n',
  'comment only': '{\n  "hooks": {\n    "Stop": [\n      // nothing yet\n    ]\n  }\n}\n',
  'comment only, inline': '{ "hooks": { "Stop": [ /* nothing yet */ ] } }',
  'comment on the bracket': '{\n  "hooks": {\n    "Stop": [ // nothing yet\n    ]\n  }\n}\n',
  'block comments around': '{"hooks":{"Stop":[/* a */{"command":"x"}/* b */, /* c */ 1 /* d */]}}',
  'line break inside': '{\n  "hooks": {\n    "Stop": [\n    ]\n  }\n}\n',
  'space inside': '{ "hooks": { "Stop": [ ] } }',
  'blank lines':
    '{\n  "hooks": {\n    "Stop": [\n\n      { "command": "x" },\n\n      { "command": "y" }\n\n    ]\n  }\n}\n',
  'comma first': '{ "hooks": { "Stop": [ 1\n, 2\n]\n}\n}',
  'element commented out':
    '{\n  "hooks": {\n    "Stop": [\n      { "command": "x" },\n      // { "command": "y" },\n      { "command": "z" }\n    ]\n  }\n}\n',
  'lists in lists': '{"hooks":{"Stop":[[],[[]],["]"]]}}',
  'brackets in texts': '{\n  "hooks": {\n    "Stop": ["], // no end", "[\\"]"]\n  }\n}\n',
  'other keys around':
    '{\n  "x": [1, 2],\n  "hooks": { "Start": [], "Stop": [ { "command": "x" } ], "End": [] },\n  "y": []\n}\n',
  'no list': '{\n  "hooks": {\n    "Start": []\n  }\n}\n',
};
