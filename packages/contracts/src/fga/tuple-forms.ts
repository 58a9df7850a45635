import { z } from 'zod';

// A coarse form of the names of parts: the service checks reserved words and lengths in code
// points.
const name = (max: number): string => `[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,${max}}`;
const id = '[^:#\\s\\u0000-\\u001f\\u007f-\\u009f]+';
const type = name(254);
const relation = name(50);

// The service validates these forms when it parses them, to return finer error codes: the patterns
// are only for the document.
/** A type's name. */
export const typeForm = z
  .string()
  .max(512)
  .meta({ pattern: `^${type}$` });

/** A relation's name. */
export const relationForm = z
  .string()
  .max(256)
  .meta({ pattern: `^${relation}$` });

/** `type:id`. */
export const objectForm = z
  .string()
  .max(1_024)
  .describe('An object in the form `type:id`, at most 256 characters.')
  .meta({ pattern: `^${type}:${id}$` });

/** `type:id`, `type:id#relation` or `type:*`. */
export const subjectForm = z
  .string()
  .max(1_024)
  .describe(
    'A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters.',
  )
  .meta({ pattern: `^${type}:${id}(?:#${relation})?$` });

/**
 * A subject, or a type as `type:`, which matches all of its subjects, including usersets and the
 * wildcard.
 */
export const subjectOrTypeForm = z
  .string()
  .max(1_024)
  .meta({ pattern: `^${type}:(?:${id}(?:#${relation})?)?$` });

/** An object, or a type as `type:`. */
export const objectOrTypeForm = z
  .string()
  .max(1_024)
  .meta({ pattern: `^${type}:(?:${id})?$` });
