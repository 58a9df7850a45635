import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { apiResources } from '@platform/sdk';
import type { ApiResource, UpdateApiResourceRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import type { Read } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { apiResourceUpdate } from '../../generated/forms/api-resources.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ApiCheckField, ApiChoiceField, ApiListField, ApiTextField } from './api-fields.tsx';
import { apiResourceQuery } from './api-queries.ts';
import { apiRoute } from './api-routes.ts';
import { apiBody, apiValues, claims, signingAlgs } from './api-values.ts';
import type { ApiValues } from './api-values.ts';

interface SettingsProps {
  read: Read<ApiResource>;
  isReadOnly: boolean;
}

/** Format, lifetime and content of access tokens. */
function TokenSettings({ form, isReadOnly }: Omit<SettingsProps, 'read'> & ApiForm) {
  const say = useSay('apis');
  const rulesOf = useFieldRules(apiResourceUpdate);
  const shared = { form, isReadOnly };
  return (
    <Section title={say('group.tokens')}>
      <FieldGroup>
        <ApiChoiceField {...shared} name="tokenFormat" />
        <FormField form={form} name="signingAlg" label={say('field.signingAlg')}>
          {(field) => (
            <Select
              {...field}
              isDisabled={isReadOnly}
              choices={signingAlgs.map((id) => ({ id, label: id }))}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="accessTokenTtlSeconds"
          label={say('field.accessTokenTtlSeconds')}
          rules={rulesOf('accessTokenTtlSeconds')}
        >
          {(field) => (
            <NumberField
              {...field}
              hint={say('hint.accessTokenTtlSeconds')}
              unit={say('seconds')}
              isReadOnly={isReadOnly}
            />
          )}
        </FormField>
        <FormField form={form} name="claims" label={say('field.claims')}>
          {({ onChange, ...field }) => (
            <CheckboxGroup
              {...field}
              isOptional
              isReadOnly={isReadOnly}
              onChange={(chosen) => onChange(claims.filter((id) => chosen.includes(id)))}
              choices={claims.map((id) => ({ id, label: say(`claims.${id}`) }))}
            />
          )}
        </FormField>
        <ApiChoiceField {...shared} name="senderConstraint" />
        <ApiCheckField {...shared} name="offlineAccess" />
        <ApiCheckField {...shared} name="userinfoAudience" />
        <ApiListField {...shared} name="introspectionClients" />
      </FieldGroup>
    </Section>
  );
}

type ApiForm = { form: ReturnType<typeof useForm<ApiValues>> };

function SettingsForm({ read, isReadOnly }: SettingsProps) {
  const say = useSay('apis');
  const { id } = read.value;
  const form = useForm<ApiValues>({ defaultValues: apiValues(read.value), mode: 'onTouched' });
  const { save, conflict } = useConditionalSave({
    form,
    read,
    valuesOf: apiValues,
    bodyOf: apiBody,
    send: (api, patch, ifMatch) =>
      apiResources(api).update(
        id,
        patch as UpdateApiResourceRequest,
        ifMatch === undefined ? {} : { ifMatch },
      ),
    reread: (api) => apiResources(api).get(id),
    refreshes: ['apiResourceGet', 'apiResourceList', 'apiSigningKeyList'],
  });
  useDraft(form, `api ${id}`);
  const shared = { form, isReadOnly };
  return (
    <>
      <Form form={form} save={(patch) => save(apiBody(patch))}>
        <Section title={say('group.general')}>
          <FieldGroup>
            <ApiTextField {...shared} name="name" />
            <ApiTextField {...shared} name="description" />
          </FieldGroup>
        </Section>
        <Section title={say('group.access')}>
          <FieldGroup>
            <ApiChoiceField {...shared} name="clientAccess" />
            <ApiChoiceField {...shared} name="userAccess" />
            <ApiChoiceField {...shared} name="organization" />
            <ApiListField {...shared} name="defaultScopes" />
          </FieldGroup>
        </Section>
        <TokenSettings {...shared} />
        <Section title={say('group.links')}>
          <FieldGroup>
            <ApiCheckField {...shared} name="publish" />
            <ApiTextField {...shared} name="logoUri" />
            <ApiTextField {...shared} name="documentationUri" />
            <ApiTextField {...shared} name="tosUri" />
            <ApiTextField {...shared} name="policyUri" />
          </FieldGroup>
        </Section>
      </Form>
      {conflict && (
        <ConflictDialog {...conflict} labelOf={(name) => say(`field.${name as keyof ApiValues}`)} />
      )}
    </>
  );
}

/** The settings of an API, as a form. */
export function ApiSettings() {
  const sayApp = useSay('app');
  const session = useSession();
  const { apiId } = apiRoute.useParams();
  const query = useQuery(apiResourceQuery(apiId));
  const isFresh = useIsFresh(query);
  const isReadOnly = !mayCall(session, 'apiResourceUpdate');
  return (
    <Loaded query={query} lines={10}>
      {(api, read) => (
        <>
          {isReadOnly && <Banner state="info">{sayApp('readOnly')}</Banner>}
          {isFresh && <SettingsForm key={api.id} read={read} isReadOnly={isReadOnly} />}
        </>
      )}
    </Loaded>
  );
}
