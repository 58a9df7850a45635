import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../kit/controls/button.tsx';
import { Form } from '../kit/form/form.tsx';
import type { FormProps } from '../kit/form/form.tsx';
import { Dialog } from '../kit/overlays/dialog.tsx';
import { useSay } from '../kit/words/words-context.ts';
import { ShowCode } from './show-code.tsx';
import type { CodeEntry } from '../client/request-code.ts';
import styles from './form-dialog.module.css';

export interface FormDialogProps<Values extends FieldValues> {
  title: string;
  form: UseFormReturn<Values>;
  save: FormProps<Values>['save'];
  /** Verb and object: "Create user". */
  submit: string;
  /** The write that has not been sent yet. */
  code?: readonly CodeEntry[];
  size?: 'normal' | 'wide';
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, for something that is created. What has been typed is not lost by a press beside it. */
export function FormDialog<Values extends FieldValues>({
  title,
  form,
  save,
  submit,
  code,
  size,
  onClose,
  children,
}: FormDialogProps<Values>) {
  const say = useSay('app');
  const { isDirty, isSubmitting } = form.formState;
  return (
    <Dialog title={title} size={size} isOpen onClose={onClose} isDismissable={!isDirty}>
      <Form
        form={form}
        save={save}
        submit={
          <div className={styles['actions']}>
            {code && <ShowCode entries={code} />}
            <Button onPress={onClose}>{say('cancel')}</Button>
            <Button kind="primary" type="submit" isPending={isSubmitting}>
              {submit}
            </Button>
          </div>
        }
      >
        {children}
      </Form>
    </Dialog>
  );
}
