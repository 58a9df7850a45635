import type { CreateAttributeDefinitionRequest } from '@platform/contracts';
import type { z } from 'zod';

/** One attribute of a template. */
export type TemplateAttribute = Omit<
  z.input<typeof CreateAttributeDefinitionRequest>,
  'entityKind'
>;

/** A template. */
export interface AttributeTemplateSource {
  id: string;
  version: number;
  name: string;
  description: string;
  attributes: readonly TemplateAttribute[];
}
