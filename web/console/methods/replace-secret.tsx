import { useForm } from 'react-hook-form';
import { loginExperience } from '@platform/sdk';
import type { SocialConnector } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { PasswordField } from '../../kit/controls/password-field.tsx';
import { TextArea } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { connectorReads } from './connector-queries.ts';

interface ReplaceSecretProps {
  connector: SocialConnector;
  onClose: () => void;
}

/** Replaces the secret with which the platform proves itself to the provider. */
export function ReplaceSecret({ connector: { provider }, onClose }: ReplaceSecretProps) {
  const say = useSay('methods');
  const sayProblem = useSay('problems');
  const isKey = provider === 'apple';
  const form = useForm<{ clientSecret: string }>({ defaultValues: { clientSecret: '' } });
  const replace = useWrite(
    (api, secret: string) =>
      loginExperience(api).socialConnectors.update(
        provider,
        isKey ? { apple: { privateKey: secret } } : { clientSecret: secret },
      ),
    { refreshes: connectorReads, isSecret: true },
  );
  async function save(_: unknown, { clientSecret }: { clientSecret: string }) {
    try {
      await replace.mutateAsync(isKey ? clientSecret : clientSecret.trim());
      showToast({ text: say('replaced.toast') });
      onClose();
      return [];
    } catch (error) {
      return findingsOf(error, sayProblem).map(({ detail }) => ({
        pointer: '/clientSecret',
        detail,
      }));
    }
  }
  return (
    <FormDialog
      title={say('replaceSecret')}
      form={form}
      save={save}
      submit={say('replaceSecret')}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="clientSecret"
        label={say(isKey ? 'field.privateKey' : 'field.clientSecret')}
        rules={{ validate: (text) => text.trim() !== '' || sayProblem('field_required') }}
      >
        {(field) =>
          isKey ? (
            <TextArea {...field} rows={5} isCode />
          ) : (
            <PasswordField {...field} autoComplete="off" />
          )
        }
      </FormField>
    </FormDialog>
  );
}
