import type { Directory, UpdateDirectoryRequest } from '@platform/sdk';
import { linesOf } from '../../client/lines.ts';

type Rule = NonNullable<UpdateDirectoryRequest['attributeMapping']>[number];

const transforms = ['trim', 'lower', 'boolean', 'date', 'phone'] as const;
const linePattern =
  /^(?<source>.+?)\s*(?:->|→)\s*(?<target>[^\s|]+)(?:\s*\|\s*(?<transform>\w+))?$/;

/** Rules as text, one in a line: `name.givenName -> name.givenName | trim`. */
export const mappingText = (rules: Directory['attributeMapping']): string =>
  rules
    .map(
      ({ source, target, transform }) =>
        `${source} -> ${target}${transform ? ` | ${transform}` : ''}`,
    )
    .join('\n');

function ruleOf(line: string): Rule | undefined {
  const { source, target, transform } = linePattern.exec(line)?.groups ?? {};
  if (source === undefined || target === undefined) return undefined;
  if (transform === undefined) return { source, target };
  const known = transforms.find((one) => one === transform);
  return known && { source, target, transform: known };
}

/** The first line that is no rule. */
export const mappingFault = (text: string): string | undefined =>
  linesOf(text).find((line) => ruleOf(line) === undefined);

export const mappingRules = (text: string): Rule[] =>
  linesOf(text).flatMap((line) => ruleOf(line) ?? []);
