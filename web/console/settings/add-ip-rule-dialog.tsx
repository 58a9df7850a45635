import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ipRules, isProblem } from '@platform/sdk';
import type { CreateTenantIpRuleRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { creationOf } from '../../client/form-text.ts';
import { useWrite } from '../../client/write.ts';
import { tenantIpRuleCreate } from '../../generated/forms/ip-rules.ts';
import { Button } from '../../kit/controls/button.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import styles from './settings.module.css';

interface Values {
  action: string;
  cidr: string;
  description: string;
}
const empty: Values = { action: 'allow', cidr: '', description: '' };

interface AddIpRuleDialogProps {
  ownAddress: string | undefined;
  onClose: () => void;
}

/**
 * Adds a rule. The platform tests it against the address of the user first; a rule that would deny that one is added only after the
 * address has been typed.
 */
export function AddIpRuleDialog({ ownAddress = '', onClose }: AddIpRuleDialogProps) {
  const say = useSay('settings');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const rulesOf = useFieldRules(tenantIpRuleCreate);
  const form = useForm<Values>({ defaultValues: empty });
  const [risky, setRisky] = useState<CreateTenantIpRuleRequest>();
  const create = useWrite(
    (api, body: CreateTenantIpRuleRequest, key) => ipRules(api).create(body, key),
    {
      refreshes: ['tenantIpRuleList', 'tenantIpRuleEvaluate'],
      onDone() {
        showToast({ text: say('ip.added.toast') });
        onClose();
      },
    },
  );
  const bodyOf = (values: Values) => creationOf({ ...values }) as CreateTenantIpRuleRequest;

  async function save(_: unknown, values: Values) {
    const body = bodyOf(values);
    try {
      await create.mutateAsync(body);
    } catch (error) {
      if (isProblem(error, 'lockout_risk')) setRisky(body);
      return findingsOf(error, sayProblem);
    }
  }

  if (risky)
    return (
      <ConfirmDialog
        title={say('ip.lockout.title')}
        consequences={[say('ip.lockout.text', { address: ownAddress }), say('ip.lockout.back')]}
        action={say('ip.lockout.action')}
        isDanger
        typedName={ownAddress === '' ? risky.cidr : ownAddress}
        isOpen
        isPending={create.isPending}
        problem={
          create.error &&
          !isProblem(create.error, 'lockout_risk') && <ProblemNote error={create.error} />
        }
        onConfirm={() => create.mutate({ ...risky, allowLockout: true })}
        onClose={() => setRisky(undefined)}
      />
    );
  return (
    <Dialog
      title={say('ip.add.title')}
      isOpen
      onClose={onClose}
      isDismissable={!form.formState.isDirty}
    >
      <Form
        form={form}
        save={save}
        submit={
          <div className={styles['actions']}>
            <ShowCode entries={[{ operation: 'tenantIpRuleCreate', body: bodyOf(form.watch()) }]} />
            <Button onPress={onClose}>{sayApp('cancel')}</Button>
            <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
              {say('ip.add')}
            </Button>
          </div>
        }
      >
        <FormField form={form} name="action" label={say('ip.action')}>
          {({ ref: _ref, ...field }) => (
            <RadioGroup
              {...field}
              choices={(['allow', 'deny'] as const).map((id) => ({
                id,
                label: say(`ip.action.${id}`),
                hint: say(`ip.action.${id}.hint`),
              }))}
            />
          )}
        </FormField>
        <FormField form={form} name="cidr" label={say('ip.cidr')} rules={rulesOf('cidr')}>
          {(field) => <TextField {...field} isCode hint={say('ip.cidr.hint')} autoFocus />}
        </FormField>
        <FormField
          form={form}
          name="description"
          label={say('ip.description')}
          rules={rulesOf('description')}
        >
          {(field) => <TextField {...field} isOptional />}
        </FormField>
      </Form>
    </Dialog>
  );
}
