import type { JsonObject } from '@platform/contracts';
import { escapeHtml } from '@platform/kit/formats';
import { prose } from './html.ts';
import { schemaView, typeOf } from './schema-view.ts';

/** One operation of the document. */
export interface DocumentedOperation {
  method: string;
  path: string;
  operation: JsonObject;
}

type Content = Record<string, { schema?: JsonObject; example?: unknown }>;
interface Reply {
  description?: string;
  content?: Content;
  $ref?: string;
}

const section = (title: string, html: string): string =>
  html ? `<section><h4>${title}</h4>${html}</section>` : '';

function scopesView(scopes: { all?: string[]; any?: string[] } | undefined): string {
  const names = (list: string[], joint: string) =>
    list.map((scope) => `<code>${escapeHtml(scope)}</code>`).join(joint);
  if (scopes?.any) return names(scopes.any, ' or ');
  return names(scopes?.all ?? [], ' and ');
}

/** Resolves a reference to a parameter or response. */
const resolve = <T extends { $ref?: string }>(value: T, document: JsonObject): T => {
  if (!value.$ref) return value;
  return value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, part) => (node as JsonObject)[part], document) as T;
};

function parametersView(parameters: JsonObject[], document: JsonObject): string {
  const rows = parameters
    .map((given) => resolve(given as { $ref?: string }, document) as JsonObject)
    .map(
      (p) =>
        `<li><code class="name">${escapeHtml(p['name'])}</code> <span class="type">${escapeHtml(p['in'])}, ${typeOf((p['schema'] ?? {}) as JsonObject)}</span>` +
        `${p['required'] ? ' <span class="required">required</span>' : ''}${p['description'] ? `<div class="told">${prose(String(p['description']))}</div>` : ''}</li>`,
    );
  return rows.length > 0 ? `<ul class="members">${rows.join('')}</ul>` : '';
}

const exampleView = (example: unknown): string =>
  example === undefined
    ? ''
    : `<details class="example"><summary>Example</summary><pre>${escapeHtml(JSON.stringify(example, undefined, 2))}</pre></details>`;

const contentView = (content: Content = {}): string => {
  const [first] = Object.values(content);
  return first?.schema
    ? `<p class="media">${Object.keys(content).map(escapeHtml).join(', ')}</p>${schemaView(first.schema)}${exampleView(first.example)}`
    : '';
};

function repliesView(replies: Record<string, Reply>, document: JsonObject): string {
  const rows = Object.entries(replies).map(([status, given]) => {
    const reply = resolve(given, document);
    const isSuccess = status.startsWith('2');
    return `<li><code class="status s${escapeHtml(status[0])}">${escapeHtml(status)}</code> ${prose(reply.description ?? '')}${isSuccess ? contentView(reply.content) : ''}</li>`;
  });
  return `<ul class="replies">${rows.join('')}</ul>`;
}

/** One collapsed operation; `data-find` is the text that the search matches. */
export function operationView(
  { method, path, operation }: DocumentedOperation,
  document: JsonObject,
): string {
  const id = String(operation['operationId']);
  const body = operation['requestBody'] as { content?: Content; required?: boolean } | undefined;
  const find =
    `${id} ${method} ${path} ${String(operation['summary'])} ${JSON.stringify(operation['x-required-scopes'] ?? '')}`.toLowerCase();
  return `<details class="operation" id="${escapeHtml(id)}" data-find="${escapeHtml(find)}">
<summary><span class="method ${escapeHtml(method)}">${escapeHtml(method.toUpperCase())}</span> <code class="path">${escapeHtml(path)}</code> <span class="summary">${prose(String(operation['summary']))}</span>${operation['x-stability'] ? ' <span class="preview">preview</span>' : ''}</summary>
<div class="body">${operation['description'] ? `<p>${prose(String(operation['description']))}</p>` : ''}<p class="id">operationId <code>${escapeHtml(id)}</code> · scopes ${scopesView(operation['x-required-scopes'] as { all?: string[]; any?: string[] })}</p>
${section('Parameters', parametersView((operation['parameters'] ?? []) as JsonObject[], document))}${section(body?.required === false ? 'Body (optional)' : 'Body', contentView(body?.content))}${section('Responses', repliesView(operation['responses'] as Record<string, Reply>, document))}</div></details>`;
}
