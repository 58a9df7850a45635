import { z } from 'zod';
import { canonicalLocale, text } from '../common/text.ts';

const maxLocales = 50;

/** Texts by locale, each with at most `max` characters. */
export const localized = (max: number) =>
  z
    .record(canonicalLocale, text({ max }))
    .refine((texts) => Object.keys(texts).length <= maxLocales, {
      error: `must have at most ${maxLocales} locales`,
    })
    .meta({ maxProperties: maxLocales });

/** What a sign-in must meet for a scope or a detail to be granted. */
export const StepUpRequirement = z.strictObject({
  acr: z.enum(['aal1', 'aal2', 'aal3', 'phr', 'phrh']).optional(),
  maxAgeSeconds: z.int().min(0).max(86_400).optional(),
});
