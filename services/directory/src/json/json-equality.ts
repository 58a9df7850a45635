import { isJsonObject } from '@platform/kit/formats';

/** JSON with properties in order: PostgreSQL keeps documents, not their order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, v: unknown) =>
    isJsonObject(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );

/** Whether two values are the same JSON. */
export const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);
