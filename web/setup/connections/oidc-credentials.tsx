import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { setup } from '@platform/sdk';
import type { DiagnosticReport } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { PasswordField } from '../../kit/controls/password-field.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useProviderWords } from '../parts/provider-words.ts';
import { Report } from '../parts/report.tsx';
import { useConnectionWrites } from './connection-writes.ts';
import { issuerIn } from './issuer.ts';
import type { CredentialsProps } from './saml-metadata.tsx';

interface OidcValues {
  config: { issuer: string; clientId: string };
  clientSecret: string;
}

/** Creates or changes a connection to an OpenID provider, whose discovery document is read first. Returns its id. */
function useSaveOidc({ provider, name, connection }: CredentialsProps) {
  const { create, update, setCredential } = useConnectionWrites();
  const [report, setReport] = useState<DiagnosticReport>();
  const [id, setId] = useState(connection?.id);
  const read = useWrite(
    (api, issuer: string, key) =>
      setup(api).connections.readMetadata({ protocol: 'oidc', issuer }, key),
    { refreshes: [], onDone: setReport },
  );

  async function connected(config: OidcValues['config']): Promise<string> {
    if (id !== undefined) return (await update.mutateAsync({ id, body: { config } })).id;
    const made = await create.mutateAsync({ kind: 'oidc', name, provider, config });
    // If the secret cannot be stored, the next attempt changes the connection that exists.
    setId(made.id);
    return made.id;
  }

  async function save({ config, clientSecret }: OidcValues): Promise<string | undefined> {
    const given = { issuer: issuerIn(config.issuer), clientId: config.clientId.trim() };
    const { ok } = await read.mutateAsync(given.issuer);
    if (!ok) return undefined;
    const saved = await connected(given);
    if (clientSecret !== '')
      await setCredential.mutateAsync({
        id: saved,
        body: { type: 'client_secret', clientId: given.clientId, clientSecret },
      });
    return saved;
  }
  return { save, report };
}

/** The client at an OpenID provider: where it is, and what the platform authenticates with. */
export function OidcCredentials(props: CredentialsProps) {
  const say = useSay('setup-connections');
  const sayFrame = useSay('setup');
  const sayProblem = useSay('problems');
  const { fieldOf } = useProviderWords();
  const { provider, connection, onSaved } = props;
  const { save, report } = useSaveOidc(props);
  const { issuer = '', clientId = '' } = (connection?.config ?? {}) as Record<string, string>;
  const form = useForm<OidcValues>({
    defaultValues: { config: { issuer, clientId }, clientSecret: '' },
  });
  const isKept = connection?.hasCredential === true;
  const required = {
    validate: (text: string) => text.trim() !== '' || sayProblem('field_required'),
  };
  return (
    <>
      <Form
        form={form}
        save={async (_, values) => {
          try {
            const id = await save(values);
            if (id !== undefined) onSaved(id);
          } catch (error) {
            return findingsOf(error, sayProblem);
          }
        }}
        submit={
          <div>
            <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
              {sayFrame('continue')}
            </Button>
          </div>
        }
      >
        <FormField
          form={form}
          name="config.issuer"
          label={fieldOf(provider, 'issuer')}
          rules={required}
        >
          {(field) => (
            <TextField
              {...field}
              hint={say('issuer.hint')}
              isCode
              inputMode="url"
              autoComplete="off"
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="config.clientId"
          label={fieldOf(provider, 'clientId')}
          rules={required}
        >
          {(field) => <TextField {...field} isCode autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="clientSecret"
          label={fieldOf(provider, 'clientSecret')}
          rules={isKept ? undefined : required}
        >
          {(field) => (
            <PasswordField
              {...field}
              autoComplete="off"
              isOptional={isKept}
              hint={
                isKept && say('secret.kept', { last4: connection.credential?.secretLast4 ?? '' })
              }
            />
          )}
        </FormField>
      </Form>
      {report && !report.ok && <Report report={report} provider={provider} />}
    </>
  );
}
