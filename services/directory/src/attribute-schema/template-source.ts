import type { CreateAttributeDefinitionRequest } from '@platform/contracts';
import type { z } from 'zod';

export type TemplateAttribute = Omit<
  z.input<typeof CreateAttributeDefinitionRequest>,
  'entityKind'
>;

export interface AttributeTemplateSource {
  id: string;
  version: number;
  name: string;
  description: string;
  attributes: readonly TemplateAttribute[];
}
