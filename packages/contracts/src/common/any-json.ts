import { z } from 'zod';

/**
 * Any JSON value, which bodies hold nothing else than. Described by the empty schema: a recursive one would get a component
 * without a name, and generated clients could not compile it.
 */
export const anyJson = z.custom<z.core.util.JSONType>((value) => value !== undefined, {
  error: 'is required',
});
