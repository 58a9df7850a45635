import type { ApplyTemplateInput, AttributeDefinitionCreation } from '@platform/contracts';
import { found, invalid, problem } from '@platform/kit/problem';
import { isSame } from '../json/json-equality.ts';
import { definitionContentOf } from './attribute-definition.ts';
import type { DefinitionRecord } from './attribute-definition.ts';
import { newDefinition } from './definition-changes.ts';
import { plannedDefinition } from './definition-writes.ts';
import { templates } from './templates.ts';

/** The changes that applying a template makes. */
export interface TemplatePlan {
  created: DefinitionRecord[];
  skipped: { key: string; reason: 'identical' | 'conflict' }[];
}

type Template = (typeof templates)[number];

export function requireTemplate(id: string): Template {
  return found(templates.find((known) => known.id === id));
}

function chosen({ definitions }: Template, { include, keyPrefix }: ApplyTemplateInput) {
  const unknown = include?.findIndex((key) => !definitions.some((d) => d.key === key)) ?? -1;
  if (unknown >= 0)
    throw invalid(`/include/${unknown}`, 'not_found', 'is not an attribute of the template');
  const prefixed = (key: string): string =>
    keyPrefix === undefined ? key : `${keyPrefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
  return definitions
    .filter(({ key }) => include?.includes(key) ?? true)
    .map((definition) => ({ ...definition, key: prefixed(definition.key) }));
}

const isIdentical = (given: AttributeDefinitionCreation, present: DefinitionRecord): boolean =>
  isSame(
    definitionContentOf(newDefinition(given, null, new Date(0))),
    definitionContentOf(present),
  );

/**
 * Plans an application next to the existing definitions. @throws 409 `already_exists` with every
 * conflict
 */
export function planTemplate(
  template: Template,
  request: ApplyTemplateInput,
  present: readonly DefinitionRecord[],
): TemplatePlan {
  const plan: TemplatePlan = { created: [], skipped: [] };
  const origin = { id: template.id, version: template.version };
  for (const given of chosen(template, request)) {
    const same = present.find(({ key, state }) => key === given.key && state === 'active');
    if (same)
      plan.skipped.push({
        key: given.key,
        reason: isIdentical(given, same) ? 'identical' : 'conflict',
      });
    else plan.created.push(plannedDefinition(given, origin, [...present, ...plan.created]));
  }
  const conflicts = plan.skipped.filter(({ reason }) => reason === 'conflict');
  if (conflicts.length === 0 || request.onConflict === 'skip') return plan;
  throw problem('already_exists', {
    detail: `These attributes already exist with another definition: ${conflicts.map(({ key }) => key).join(', ')}`,
    errors: conflicts.map(({ key }) => ({
      code: 'already_exists',
      detail: `The attribute "${key}" already exists with another definition`,
    })),
  });
}
