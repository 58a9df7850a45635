import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { webhookEndpoints } from '@platform/sdk';
import type { WebhookEndpoint } from '@platform/sdk';
import { webhookEndpointUpdate } from '../../generated/forms/webhook-endpoints.ts';
import { Section } from '../../kit/content/section.tsx';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { webhookBody, webhookValues } from './webhook-fields.ts';
import type { WebhookField, WebhookValues } from './webhook-fields.ts';

export interface WebhookFormProps {
  endpoint: WebhookEndpoint;
  etag: string | undefined;
  isReadOnly: boolean;
}

/** Saves the changed settings, unless another person has changed the endpoint in the meantime. */
export function WebhookForm({ endpoint, etag, isReadOnly }: WebhookFormProps) {
  const say = useSay('webhooks');
  const rulesOf = useFieldRules(webhookEndpointUpdate);
  const [read] = useState({ value: endpoint, etag });
  const form = useForm<WebhookValues>({
    defaultValues: webhookValues(endpoint),
    mode: 'onTouched',
  });
  const { save, conflict } = useConditionalSave({
    form,
    read,
    valuesOf: webhookValues,
    bodyOf: webhookBody,
    send: (api, patch, ifMatch) =>
      webhookEndpoints(api).update(endpoint.id, patch, ifMatch === undefined ? {} : { ifMatch }),
    reread: (api) => webhookEndpoints(api).get(endpoint.id),
    refreshes: ['webhookEndpointGet', 'webhookEndpointList'],
  });
  useDraft(form, `webhook ${endpoint.id}`);
  const labelOf = (name: string) => say(`field.${name as WebhookField}`);
  const bind = <const Name extends WebhookField>(name: Name) =>
    ({ form, name, label: labelOf(name) }) as const;
  return (
    <>
      <Form form={form} save={(patch) => save(webhookBody(patch))}>
        <Section title={say('group.target')}>
          <FieldGroup>
            <FormField {...bind('url')} rules={rulesOf('url')}>
              {(field) => (
                <TextField
                  {...field}
                  hint={say('field.url.hint')}
                  type="url"
                  isCode
                  isReadOnly={isReadOnly}
                />
              )}
            </FormField>
            <FormField {...bind('description')} rules={rulesOf('description')}>
              {(field) => <TextField {...field} isOptional isReadOnly={isReadOnly} />}
            </FormField>
            <FormField {...bind('eventTypes')}>
              {(field) => (
                <TextArea
                  {...field}
                  hint={say('field.eventTypes.hint')}
                  isCode
                  isReadOnly={isReadOnly}
                />
              )}
            </FormField>
          </FieldGroup>
        </Section>
        <Section title={say('group.delivery')}>
          <FieldGroup>
            <FormField {...bind('payload')}>
              {({ ref: _ref, ...field }) => (
                <RadioGroup
                  {...field}
                  isReadOnly={isReadOnly}
                  choices={(['full', 'thin'] as const).map((id) => ({
                    id,
                    label: say(`payload.${id}`),
                    hint: say(`payload.${id}.hint`),
                  }))}
                />
              )}
            </FormField>
            <FormField {...bind('ordering')}>
              {({ ref: _ref, ...field }) => (
                <RadioGroup
                  {...field}
                  isReadOnly={isReadOnly}
                  choices={(['best_effort', 'strict'] as const).map((id) => ({
                    id,
                    label: say(`ordering.${id}`),
                    hint: say(`ordering.${id}.hint`),
                  }))}
                />
              )}
            </FormField>
            <FormField {...bind('timeoutSeconds')} rules={rulesOf('timeoutSeconds')}>
              {(field) => <NumberField {...field} unit={say('seconds')} isReadOnly={isReadOnly} />}
            </FormField>
            <FormField {...bind('rateLimitPerSecond')}>
              {({ value, ...field }) => (
                <NumberField
                  {...field}
                  value={value ?? Number.NaN}
                  minValue={1}
                  isOptional
                  isReadOnly={isReadOnly}
                />
              )}
            </FormField>
          </FieldGroup>
        </Section>
      </Form>
      {conflict && <ConflictDialog {...conflict} labelOf={labelOf} />}
    </>
  );
}
