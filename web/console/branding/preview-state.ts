import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { isProblem } from '@platform/sdk';
import type { CreateLoginPreviewRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { fieldPath } from '../../kit/form/pointers.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { useSettledValues } from '../../parts/settled-values.ts';
import { previewQuery } from './branding-queries.ts';
import { brandingBody } from './branding-values.ts';
import type { BrandingValues } from './branding-values.ts';

/** Findings begin in lower case, since they follow the name of a field. */
const sentence = (text: string): string => (text[0] ?? '').toLocaleUpperCase() + text.slice(1);

/** Fields that findings are shown at: a finding within one belongs to it. */
const fieldOf = (path: string): string =>
  path.replace(/^overrides\..*/, 'overrides').replace(/^(texts\.[^.]+)\..*/, '$1');

export type PreviewChoice = Pick<
  CreateLoginPreviewRequest,
  'page' | 'scheme' | 'locale' | 'clientId'
>;

/**
 * Previews what is in the form. Colors without contrast are shown, and the platform says what is wrong with them; anything that cannot be
 * saved at all keeps the last preview.
 */
export function usePreview(form: UseFormReturn<BrandingValues>, choice: PreviewChoice) {
  const sayProblem = useSay('problems');
  const values = useSettledValues(form);
  const branding = { ...brandingBody(values), contrastPolicy: 'warn' as const };
  const query = useQuery({
    ...previewQuery({ ...choice, branding }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { error } = query;
  const warnings = query.data?.value.warnings;
  const isEnforced = values.contrastPolicy === 'enforce';
  const findings = useMemo(() => {
    const found = isProblem(error, 'validation_failed')
      ? findingsOf(error, sayProblem).map(({ pointer, detail }) => ({
          pointer: pointer.replace(/^\/branding/, ''),
          detail,
        }))
      : isEnforced
        ? (warnings ?? []).filter(({ pointer }) => pointer.startsWith('/overrides'))
        : [];
    return new Map(
      found.map(({ pointer, detail }) => [fieldOf(fieldPath(pointer)), sentence(detail)]),
    );
  }, [error, warnings, isEnforced, sayProblem]);
  return { query, findings };
}
