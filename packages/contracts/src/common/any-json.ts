import { z } from 'zod';

/**
 * Any JSON value; the body parser guarantees it. Described by the empty schema, because a recursive
 * one would become a component without a name that generated clients cannot compile.
 */
export const anyJson = z.custom<z.core.util.JSONType>((value) => value !== undefined, {
  error: 'is required',
});
