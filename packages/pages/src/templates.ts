import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Liquid } from 'liquidjs';
import type { Template } from 'liquidjs';
import type { Translate } from './messages.ts';

/** Variables of every template besides its own data. */
export interface PageGlobals {
  t: Translate;
  asset: (name: string) => string;
}

/** Compiled templates by name. */
export interface Templates {
  /** Renders a template. @throws Error for an unknown template, variable or message, which is a bug */
  render(name: string, data: object, globals: PageGlobals): string;
}

interface FilterContext {
  context: { globals: object };
}

const extension = '.liquid';

function readTemplates(folders: readonly URL[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const folder of folders)
    for (const name of readdirSync(fileURLToPath(folder)))
      if (name.endsWith(extension))
        texts[name.slice(0, -extension.length)] = readFileSync(new URL(name, folder), 'utf8');
  return texts;
}

function engineOf(templates: Record<string, string>): Liquid {
  const engine = new Liquid({
    templates,
    cache: true,
    outputEscape: 'escape',
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: true,
    lenientIf: true,
  });
  const globalsOf = (filter: unknown): PageGlobals =>
    (filter as FilterContext).context.globals as PageGlobals;
  engine.registerFilter('t', function (key: string, ...values: [string, string | number][]) {
    return globalsOf(this).t(key, Object.fromEntries(values));
  });
  engine.registerFilter('asset', function (name: string) {
    return globalsOf(this).asset(name);
  });
  return engine;
}

/**
 * Templates refer to many variables that a page may not have. The engine throws and catches an error for each absence: unused
 * stack traces took a third of the time of a page. The error of a fault still names the line of its template.
 */
function withoutStackTraces<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * Reads and compiles folders of `.liquid` files; templates of later folders take precedence. Output is escaped unless a template
 * uses `raw`. @throws Error for a template that does not compile
 */
export function compileTemplates(...folders: URL[]): Templates {
  const texts = readTemplates(folders);
  const engine = engineOf(texts);
  const compiled = new Map<string, Template[]>(
    Object.entries(texts).map(([name, text]) => [name, engine.parse(text, name)]),
  );
  return {
    render(name, data, globals) {
      const template = compiled.get(name);
      if (!template) throw new Error(`no template ${name}`);
      return withoutStackTraces(() => engine.renderSync(template, data, { globals }) as string);
    },
  };
}
