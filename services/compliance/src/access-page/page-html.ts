import { escapeHtml } from '@platform/kit/formats';
import { words } from './page-labels.ts';
import type { ShownValue } from './value-builder.ts';

const style = `
:root { color-scheme: light dark; --line: light-dark(#d5d8de, #3c4048); --soft: light-dark(#56606e, #aab2bf); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 56rem; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#fff, #16181d); color: light-dark(#1b1f26, #e7e9ee); overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.25; } h2 { margin-top: 3rem; font-size: 1.375rem; border-bottom: 2px solid var(--line); }
h3 { margin: 2rem 0 .25rem; font-size: 1.0625rem; } p { margin: .25rem 0 .75rem; } .note { color: var(--soft); }
dl { display: grid; grid-template-columns: minmax(7rem, 13rem) 1fr; gap: .25rem 1rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; min-width: 0; white-space: pre-wrap; } ul { margin: 0; padding-left: 1.25rem; }
.entry { margin: .5rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
dd > dl { border-left: 2px solid var(--line); padding-left: .75rem; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
@media print { :root { color-scheme: light; } body { max-width: none; padding: 0; font-size: 10pt; } .entry { break-inside: avoid; }
  h2, h3 { break-after: avoid; } }
`;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Control characters other than line breaks and tabs have no meaning in HTML. */
const shownText = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  escapeHtml(text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '\ufffd'));

function textHtml(text: string): string {
  if (text === '') return '<span class="note">empty</span>';
  if (!moment.test(text)) return `<bdi>${shownText(text)}</bdi>`;
  return `<time datetime="${escapeHtml(text)}">${escapeHtml(text.slice(0, 10))} ${escapeHtml(text.slice(11, 19))} UTC</time>`;
}

const listHtml = (values: readonly ShownValue[]): string =>
  values.length === 0
    ? '<span class="note">none</span>'
    : `<ul>${values.map((value) => `<li>${valueHtml(value)}</li>`).join('')}</ul>`;

const membersHtml = (members: ReadonlyMap<string, ShownValue>): string =>
  members.size === 0
    ? '<span class="note">none</span>'
    : `<dl>${[...members].map(([name, value]) => `<dt><bdi>${shownText(words(name))}</bdi></dt><dd>${valueHtml(value)}</dd>`).join('')}</dl>`;

/** Renders a value as HTML. Escapes everything except the page's own markup. */
export function valueHtml(value: ShownValue): string {
  if (value === null) return '<span class="note">not set</span>';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return textHtml(value);
  return Array.isArray(value) ? listHtml(value) : membersHtml(value);
}

/** Returns the head of the page, which loads nothing and runs no script. */
export const pageHead = (title: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">` +
  `<title>${shownText(title)}</title><style>${style}</style></head><body><main><h1>${shownText(title)}</h1>`;

export const paragraph = (text: string, isNote = false): string =>
  `<p${isNote ? ' class="note"' : ''}>${shownText(text)}</p>`;

export const heading = (level: 2 | 3, text: string): string =>
  `<h${level}>${shownText(text)}</h${level}>`;
