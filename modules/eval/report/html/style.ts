/** Of the report. It has no fonts, pictures or other files: nothing is requested from anywhere. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf8; --card: #ffffff; --ink: #1c1d21; --soft: #5b5e68; --line: #dddbd5; --accent: #3450c9;
  --good: #1d6b3f; --good-paper: #e3f2e9; --fair: #7a5200; --fair-paper: #fbf0d6; --bad: #a8281e; --bad-paper: #fbe6e3;
  --code-paper: #f3f1ec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15161a; --card: #1d1f24; --ink: #e8e7e3; --soft: #a4a6ae; --line: #33353c; --accent: #9db0ff;
    --good: #8fd6ab; --good-paper: #182b20; --fair: #e9c46a; --fair-paper: #2e2716; --bad: #ff9c91; --bad-paper: #351d1b;
    --code-paper: #101115;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif; background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%; }
body { max-width: 80rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1, h2, h3, p, li, summary, dd, td, th { overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.625rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.1875rem; }
h3 { margin: 0 0 .5rem; font-size: .9375rem; }
p, ul { max-width: 50rem; margin: 0 0 .75rem; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font-family: ui-monospace, 'SF Mono', 'Cascadia Code', 'DejaVu Sans Mono', monospace; font-size: .8125rem; }
pre { max-height: 32rem; margin: 0 0 1rem; padding: .75rem; overflow: auto; overflow-wrap: anywhere; white-space: pre-wrap; background: var(--code-paper); border: 1px solid var(--line); border-radius: 8px; }
ins, del { display: block; text-decoration: none; }
ins { background: var(--good-paper); }
del { background: var(--bad-paper); }
.soft { color: var(--soft); font-size: .9375rem; }
.verdict { max-width: none; padding: .75rem 1rem; background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--soft); border-radius: 4px; }
.verdict strong { font-size: 1.125rem; }
.verdict.good { border-left-color: var(--good); } .verdict.good strong { color: var(--good); }
.verdict.bad { border-left-color: var(--bad); } .verdict.bad strong { color: var(--bad); }
.problem { padding: .5rem .75rem; background: var(--bad-paper); border-left: 4px solid var(--bad); border-radius: 4px; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .25rem 1.25rem; margin: 0; font-size: .9375rem; }
dt { color: var(--soft); } dd { margin: 0; }
.scroll { overflow-x: auto; margin: 0 0 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
table { width: 100%; border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .375rem .625rem; text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-weight: 600; }
thead { border-bottom: 1px solid var(--line); } tr + tr > * { border-top: 1px solid var(--line); }
.few th, .few td { min-width: 5.5rem; overflow-wrap: normal; }
.matrix { width: auto; min-width: 100%; }
.matrix td, .matrix thead th { text-align: right; white-space: nowrap; }
.matrix thead tr:first-child th { text-align: left; }
.matrix tbody th { position: sticky; left: 0; min-width: 7rem; max-width: 18rem; background: var(--card); font-weight: 500; }
.matrix .mean { font-weight: 650; } .matrix .group { border-left: 1px solid var(--line); }
.grade { padding: .0625rem .375rem; border-radius: 4px; }
.grade.good { color: var(--good); background: var(--good-paper); }
.grade.fair { color: var(--fair); background: var(--fair-paper); }
.grade.poor { color: var(--bad); background: var(--bad-paper); }
.grade.none { color: var(--soft); border: 1px dashed; }
details { margin: 0 0 .5rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
summary { padding: .5rem .75rem; cursor: pointer; }
details > div { padding: .5rem .75rem 0; border-top: 1px solid var(--line); scroll-margin-top: 4rem; }
details:has(:target) { border-color: var(--accent); }
.scenario { content-visibility: auto; contain-intrinsic-size: auto 20rem; }
.criteria th { min-width: 8rem; font-weight: 500; } .criteria td:nth-child(2), .criteria td:nth-child(3) { white-space: nowrap; }
.text { white-space: pre-line; }
blockquote { margin: .25rem 0 0; padding-left: .75rem; border-left: 3px solid var(--line); color: var(--soft); white-space: pre-line; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 1rem; }
@media (min-width: 56rem) { .sides { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
@media (max-width: 40rem) { body { padding-inline: .75rem; } th, td { padding: .3125rem .4375rem; } .matrix tbody th { max-width: 9rem; }
  .criteria thead { position: absolute; clip-path: inset(50%); }
  .criteria, .criteria tbody, .criteria tr, .criteria th, .criteria td { display: block; }
  .criteria tr + tr > * { border-top: 0; }
  .criteria tr { padding: .375rem 0; } .criteria tr + tr { border-top: 1px solid var(--line); }
  .criteria th, .criteria td { padding: .125rem .5rem; }
  .criteria td:nth-child(2), .criteria td:nth-child(3) { display: inline-block; color: var(--soft); }
}
@media print { pre { max-height: none; } .scroll { overflow: visible; } }
`;
