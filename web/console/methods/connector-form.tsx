import { useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { loginExperience } from '@platform/sdk';
import type { PatchSocialConnectorRequest, SocialConnector } from '@platform/sdk';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { Section } from '../../kit/content/section.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { ConnectorProtocol } from './connector-protocol.tsx';
import { kindOf } from './connector-kinds.ts';
import { connectorReads } from './connector-queries.ts';
import { connectorPatch, connectorValues } from './connector-values.ts';
import type { ConnectorValues } from './connector-values.ts';

interface ConnectorFormProps {
  connector: SocialConnector;
  etag: string | undefined;
  isReadOnly: boolean;
}

const texts = ['displayName', 'clientId', 'iconUrl', 'scopes'] as const;
const lists = ['allowedEmailDomains', 'attributeMapping', 'extraParameters'] as const;
const choices = {
  signUp: ['allow', 'deny'],
  linking: ['ask', 'verified_email', 'never'],
  profileSync: ['on_create', 'every_login', 'never'],
} as const;

function Choices({
  form,
  isReadOnly,
}: {
  form: UseFormReturn<ConnectorValues>;
  isReadOnly: boolean;
}) {
  const say = useSay('methods');
  const sayChoice = say as (key: string) => string;
  return (
    <>
      {(['signUp', 'linking', 'profileSync'] as const).map((name) => (
        <FormField key={name} form={form} name={name} label={say(`field.${name}`)}>
          {(field) => (
            <Select
              {...field}
              isDisabled={isReadOnly}
              choices={choices[name].map((id) => ({ id, label: sayChoice(`${name}.${id}`) }))}
            />
          )}
        </FormField>
      ))}
    </>
  );
}

/** The settings of a connector. Changes of another person are merged. */
export function ConnectorForm({ connector, etag, isReadOnly }: ConnectorFormProps) {
  const say = useSay('methods');
  const sayField = say as (key: string) => string;
  const { provider } = connector;
  const form = useForm<ConnectorValues>({
    defaultValues: connectorValues(connector),
    mode: 'onTouched',
  });
  const { save, conflict } = useConditionalSave({
    form,
    read: { value: connector, etag },
    valuesOf: connectorValues,
    bodyOf: (patch) => connectorPatch(patch, connector),
    send: (api, patch, ifMatch) =>
      loginExperience(api).socialConnectors.update(
        provider,
        patch as PatchSocialConnectorRequest,
        ifMatch === undefined ? {} : { ifMatch },
      ),
    reread: (api) => loginExperience(api).socialConnectors.get(provider),
    refreshes: connectorReads,
  });
  useDraft(form, `connector ${provider}`);
  const kind = kindOf(provider);
  return (
    <>
      <Form form={form} save={(patch) => save(connectorPatch(patch, connector))}>
        <Section title={say('group.settings')}>
          <FieldGroup>
            {texts.map((name) => (
              <FormField key={name} form={form} name={name} label={say(`field.${name}`)}>
                {(field) => (
                  <TextField
                    {...field}
                    isCode={name !== 'displayName'}
                    isOptional={name !== 'clientId'}
                    isReadOnly={isReadOnly}
                  />
                )}
              </FormField>
            ))}
            <ConnectorProtocol form={form} kind={kind} isReadOnly={isReadOnly} />
          </FieldGroup>
        </Section>
        <Section title={say('group.users')}>
          <FieldGroup>
            <Choices form={form} isReadOnly={isReadOnly} />
            {lists.map((name) => (
              <FormField key={name} form={form} name={name} label={say(`field.${name}`)}>
                {(field) => (
                  <TextArea
                    {...field}
                    hint={say(`hint.${name}`)}
                    isCode
                    isOptional
                    isReadOnly={isReadOnly}
                  />
                )}
              </FormField>
            ))}
            {kind === 'oidc' && (
              <FormField
                form={form}
                name="trustUpstreamAssurance"
                label={say('field.trustUpstreamAssurance')}
              >
                {({ value, ...field }) => (
                  <Checkbox
                    {...field}
                    isSelected={value}
                    hint={say('hint.trustUpstreamAssurance')}
                    isReadOnly={isReadOnly}
                  />
                )}
              </FormField>
            )}
          </FieldGroup>
        </Section>
      </Form>
      {conflict && (
        <ConflictDialog
          {...conflict}
          labelOf={(path) => sayField(`field.${path.split('.').at(-1)}`)}
        />
      )}
    </>
  );
}
