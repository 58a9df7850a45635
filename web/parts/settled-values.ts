import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const pauseMs = 150;

/** The values of a form, a moment after the last change. */
export function useSettledValues<Values extends FieldValues>(form: UseFormReturn<Values>): Values {
  const [values, setValues] = useState(() => form.getValues());
  const { control } = form;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const { unsubscribe } = form.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setValues(structuredClone(form.getValues())), pauseMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
    // The control is the same as long as the form is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [control]);
  return values;
}
