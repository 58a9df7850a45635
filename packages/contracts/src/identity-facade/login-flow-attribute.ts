import { z } from 'zod';
import { promptedAttributes } from './login-flow-names.ts';

/**
 * The name of an attribute that a step asks for: one of {@link promptedAttributes}, or `metadata.`
 * and a key of the tenant.
 */
export const LoginFlowAttributeName = z
  .string()
  .max(128)
  .regex(new RegExp(`^(?:${promptedAttributes.join('|')}|metadata\\.[A-Za-z0-9_-]{1,64})$`), {
    error: `must be metadata.<key> or one of ${promptedAttributes.join(', ')}`,
  });
