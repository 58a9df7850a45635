import { createHash } from 'node:crypto';
import { problemGuidance, problems } from '@platform/contracts';
import type { ProblemCode } from '@platform/contracts';
import { escapeHtml } from '@platform/kit/formats';
import { prose } from './html.ts';

const style = `
:root{color-scheme:light dark;--text:#1b1f24;--soft:#5b6470;--line:#dfe3e8;--back:#fff;--accent:#0b5cad}
@media (prefers-color-scheme:dark){:root{--text:#e6e9ed;--soft:#9aa4b0;--line:#333a42;--back:#14171a;--accent:#6cb2ff}}
body{margin:0 auto;max-width:42rem;padding:clamp(1.5rem,8vw,5rem) 1.5rem;font:16px/1.6 system-ui,sans-serif;color:var(--text);background:var(--back)}
h1{margin:.25rem 0 1.5rem;font-size:1.75rem;line-height:1.2}h2{margin:2rem 0 .25rem;font-size:1rem}p{margin:.25rem 0}
.status{color:var(--soft)}code{font:.9em ui-monospace,monospace}a{color:var(--accent)}footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}
`;

/** Allows nothing but the page itself. */
export const problemPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const prefix = '/problems/';

/** Whether the path is the page of a problem code. */
export const isProblemPath = (rawPath: string): boolean =>
  rawPath.startsWith(prefix) && Object.hasOwn(problems, rawPath.slice(prefix.length));

/** The page that explains a problem code and how to solve it. */
export function problemPage(code: ProblemCode): string {
  const { status, title } = problems[code];
  const { cause, fix } = problemGuidance[code];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · ${escapeHtml(code)}</title><style>${style}</style></head>
<body><main><p class="status">${status} · <code>${escapeHtml(code)}</code></p><h1>${escapeHtml(title)}</h1>
<h2>Why it happens</h2><p>${prose(cause)}</p>
<h2>What to do</h2><p>${prose(fix)}</p></main>
<footer><a href="/docs">API reference</a></footer></body></html>
`;
}
