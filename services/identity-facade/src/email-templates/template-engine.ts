import { Liquid, toValue } from 'liquidjs';
import type { Template } from 'liquidjs';
import { escapeHtml } from '@platform/kit/formats';

/** No loops, assignments or includes: a loop with an empty body escapes the engine's limits (CVE-2026-44645). */
const allowedTags = new Set(['if', 'unless', 'case', 'comment', 'raw']);
const allowedFilters = new Set([
  'default',
  'escape',
  'upcase',
  'downcase',
  'capitalize',
  'truncate',
  'date',
  'url_encode',
  'strip',
  'newline_to_br',
]);

const limits = { parseLimit: 200_000, renderLimit: 1_000, memoryLimit: 4_000_000 };

const textOf = (value: unknown): string => {
  const plain: unknown = toValue(value);
  return typeof plain === 'string' || typeof plain === 'number' ? String(plain) : '';
};

/** Restricts an engine to what tenants' templates may use. */
function restrict(engine: Liquid): void {
  for (const name of Object.keys(engine.tags)) if (!allowedTags.has(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters))
    if (!allowedFilters.has(name)) delete engine.filters[name];
}

function engineFor(part: 'html' | 'text'): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    // Times in mails are UTC, regardless of the machine's time zone.
    timezoneOffset: 0,
    outputEscape: part === 'html' ? 'escape' : undefined,
    ...limits,
  });
  restrict(engine);
  if (part === 'text') {
    engine.registerFilter('newline_to_br', (value: unknown) => textOf(value));
    engine.registerFilter('escape', (value: unknown) => textOf(value));
    return engine;
  }
  // `raw`: the output is already HTML and must not be escaped again.
  engine.registerFilter('escape', {
    raw: true,
    handler: (value: unknown) => escapeHtml(textOf(value)),
  });
  engine.registerFilter('newline_to_br', {
    raw: true,
    handler: (value: unknown) => escapeHtml(textOf(value)).replace(/\r?\n/g, '<br>'),
  });
  return engine;
}

const engines = { html: engineFor('html'), text: engineFor('text') };

/** A part of a mail; values in HTML are escaped. */
export type MailPart = keyof typeof engines;

/** @throws ParseError of liquidjs */
export const parseTemplate = (part: MailPart, source: string): Template[] =>
  engines[part].parse(source);

/** Paths of the variables in a template, such as `user.email`. */
export const variablesOf = (part: MailPart, templates: Template[]): string[] =>
  engines[part].globalFullVariablesSync(templates);

/** Renders a template. Absent variables print nothing. */
export const renderTemplate = (part: MailPart, source: string, data: object): string =>
  engines[part].renderSync(engines[part].parse(source), data) as string;
