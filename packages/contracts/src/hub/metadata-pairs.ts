import { z } from 'zod';
import { text } from '../common/text.ts';

/** A value of {@link metadataOf}. */
export const metadataValue = text({ min: 0, max: 512 });

/** Up to 20 pairs that callers choose. */
export const metadataOf = <T extends z.ZodType>(value: T) =>
  z
    .record(text({ max: 512 }), value)
    .refine((pairs) => Object.keys(pairs).length <= 20, { error: 'must have at most 20 pairs' })
    .meta({ maxProperties: 20 });
