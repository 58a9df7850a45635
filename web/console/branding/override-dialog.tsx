import { useForm } from 'react-hook-form';
import { organizations } from '@platform/sdk';
import type { Branding } from '@platform/sdk';
import { useWebClient } from '../../client/web-client.ts';
import { Button } from '../../kit/controls/button.tsx';
import type { Choice } from '../../kit/controls/choice-list.tsx';
import { ColorField } from '../../kit/controls/color-field.tsx';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ApplicationField } from './application-field.tsx';
import type { Override } from './branding-values.ts';
import { PictureControl } from './picture-field.tsx';
import styles from './branding.module.css';

interface OverrideValues {
  clientId: string;
  organization: Choice | null;
  displayName: string;
  logoUrl: string;
  logoDarkUrl: string;
  primaryColor: string;
}

const valuesOf = (override: Override | undefined): OverrideValues => ({
  clientId: override?.clientId ?? '',
  organization: override?.organizationId
    ? { id: override.organizationId, label: override.organizationId }
    : null,
  displayName: override?.displayName ?? '',
  logoUrl: override?.logoUrl ?? '',
  logoDarkUrl: override?.logoDarkUrl ?? '',
  primaryColor: override?.primaryColor ?? '',
});

const overrideOf = ({ organization, ...texts }: OverrideValues): Override =>
  Object.fromEntries(
    Object.entries({ ...texts, organizationId: organization?.id ?? '' }).flatMap(([name, text]) =>
      text.trim() === '' ? [] : [[name, text.trim()]],
    ),
  ) as Override;

export interface OverrideDialogProps {
  /** Absent: a new one. */
  override: Override | undefined;
  assets: Branding['assets'];
  onApply: (override: Override) => void;
  onClose: () => void;
}

/** Edits how the pages differ for an application or an organization. Saved with the branding. */
export function OverrideDialog({ override, assets, onApply, onClose }: OverrideDialogProps) {
  const say = useSay('branding');
  const sayApp = useSay('app');
  const { api } = useWebClient();
  const form = useForm<OverrideValues>({ defaultValues: valuesOf(override) });
  const search = async (q: string, signal: AbortSignal): Promise<Choice[]> => {
    const { data } = await organizations(api).list({ q, limit: 20, signal });
    return data.map(({ id, name, slug }) => ({ id, label: name, hint: slug }));
  };
  async function apply(_: unknown, values: OverrideValues) {
    if (values.clientId === '' && values.organization === null)
      return [{ pointer: '/clientId', detail: say('override.needsTarget') }];
    onApply(overrideOf(values));
    onClose();
    return [];
  }
  return (
    <Dialog
      title={say(override ? 'override.edit' : 'override.add')}
      isOpen
      onClose={onClose}
      isDismissable={!form.formState.isDirty}
    >
      <Form
        form={form}
        save={apply}
        submit={
          <div className={styles['actions']}>
            <Button onPress={onClose}>{sayApp('cancel')}</Button>
            <Button kind="primary" type="submit">
              {say('override.done')}
            </Button>
          </div>
        }
      >
        <FormField form={form} name="clientId" label={say('override.clientId')}>
          {(field) => <ApplicationField {...field} />}
        </FormField>
        <FormField form={form} name="organization" label={say('override.organizationId')}>
          {(field) => <ComboBox {...field} search={search} isOptional />}
        </FormField>
        <FormField form={form} name="displayName" label={say('field.displayName')}>
          {(field) => <TextField {...field} isOptional />}
        </FormField>
        {(['logoUrl', 'logoDarkUrl'] as const).map((name) => (
          <FormField key={name} form={form} name={name} label={say(`field.${name}`)}>
            {(field) => <PictureControl {...field} assets={assets} isReadOnly={false} mayUpload />}
          </FormField>
        ))}
        <FormField form={form} name="primaryColor" label={say('override.primaryColor')}>
          {(field) => <ColorField {...field} placeholder={say('colors.default')} isOptional />}
        </FormField>
      </Form>
    </Dialog>
  );
}
