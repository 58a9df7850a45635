import { useEffect } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** In memory: drafts end with the page of their user. */
const kept = new Map<string, Readonly<Record<string, unknown>>>();

/** Whether something that was typed on a page that has been left would be lost. */
export const hasDrafts = (): boolean => kept.size > 0;

/** Sets the values of a draft that differ from what was read. */
function restore<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  draft: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(draft))
    form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
      shouldDirty: true,
    });
}

/**
 * Keeps what has been typed and not saved, in memory, when its page is left, and puts it back when its page is opened again.
 * @param key names the form and its resource, such as `user usr_01h…`
 */
export function useDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  key: string,
): void {
  useEffect(() => {
    const draft = kept.get(key);
    if (draft !== undefined) restore(form, draft);
    return () => {
      const { dirtyFields } = form.formState;
      const values = form.getValues() as DefaultValues<Values> & Record<string, unknown>;
      const names = Object.keys(dirtyFields);
      if (names.length === 0) kept.delete(key);
      else kept.set(key, Object.fromEntries(names.map((name) => [name, values[name]])));
    };
    // Once for each form and resource.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
}
