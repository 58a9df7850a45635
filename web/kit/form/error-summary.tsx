import { use, useEffect, useRef } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Button } from 'react-aria-components';
import { Banner } from '../content/banner.tsx';
import { useSay } from '../words/words-context.ts';
import { errorsOf } from './form-errors.ts';
import { FormLabels } from './form-labels.ts';
import styles from './form.module.css';

/** What is wrong, after an attempt to save: each finding leads to its field. */
export function ErrorSummary<Values extends FieldValues>({
  form,
}: {
  form: UseFormReturn<Values>;
}) {
  const say = useSay('kit');
  const labels = use(FormLabels);
  const { errors, submitCount } = form.formState;
  const entries = errorsOf(errors as FieldErrors);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The first wrong field gets the focus; without one, the summary does.
    if (entries.length > 0 && entries.every(({ path }) => !labels.has(path))) box.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [submitCount]);
  if (entries.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Banner state="error" title={say('form.problems', { count: entries.length })} isLive>
        <ul className={styles['list']}>
          {entries.map(({ path, message }) => (
            <li key={path}>
              {labels.has(path) ? (
                <Button
                  className={styles['link']}
                  onPress={() => form.setFocus(path as Path<Values>)}
                >
                  {labels.get(path)}: {message}
                </Button>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}
