import { z } from 'zod';

/**
 * An integer in a query: digits only, so that `1e2`, `0x5`, `+5` and ` 5` are rejected.
 * @param min minimum value
 * @param max maximum value, at most 15 digits long
 */
export const queryInteger = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value),
    z
      .int({ error: `must be a whole number from ${min} to ${max}` })
      .min(min, { error: `must be a whole number from ${min} to ${max}` })
      .max(max, { error: `must be a whole number from ${min} to ${max}` }),
  );

/** Query parameters of every list: `limit` 1 to 200 (default 50), and an opaque `cursor`. */
export const paging = {
  limit: queryInteger(1, 200)
    .default(50)
    .describe('Maximum number of entries per page, from 1 to 200.'),
  cursor: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('The `nextCursor` of the previous page. Treat it as opaque.'),
};

/** The list envelope. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable(), hasMore: z.boolean() });

/** A boolean in a query: only the words true and false. */
export const queryBoolean = z.enum(['true', 'false']).transform((v) => v === 'true');

/** Response of a deletion. */
export const Deletion = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'Deletion' });

/** The actor of an event or audit record. */
export const ActorSchema = z.object({
  type: z.enum(['user', 'client', 'service', 'system', 'setup']),
  id: z.string(),
});
