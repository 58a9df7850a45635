import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Application } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useAddressRules } from './address-rules.ts';
import { applicationQuery } from './application-queries.ts';
import { applicationRoute } from './application-routes.ts';
import {
  CheckSettingField,
  ListSettingField,
  SecondsSettingField,
  TextSettingField,
} from './setting-fields.tsx';
import { ProtocolSettings } from './settings-protocol.tsx';
import { saveSettings, settingsBody, settingsValues } from './settings-values.ts';
import type { SettingName, SettingsValues } from './settings-values.ts';

interface SettingsFormProps {
  application: Application;
  etag: string | undefined;
  isReadOnly: boolean;
}

/** Saves the changed settings, unless another person has changed the application in the meantime: then both changes are merged. */
function SettingsForm({ application, etag, isReadOnly }: SettingsFormProps) {
  const say = useSay('applications');
  const [read] = useState({ value: application, etag });
  const form = useForm<SettingsValues>({
    defaultValues: settingsValues(application),
    mode: 'onTouched',
  });
  const rules = useAddressRules(application.type);
  const { save, conflict } = useConditionalSave({
    form,
    read,
    valuesOf: settingsValues,
    bodyOf: settingsBody,
    ...saveSettings(application.clientId),
  });
  useDraft(form, `application ${application.clientId}`);
  const shared = { form, isReadOnly };
  const hasUsers = application.type !== 'm2m';
  return (
    <>
      <Form form={form} save={(patch) => save(settingsBody(patch))}>
        <Section title={say('group.general')}>
          <FieldGroup>
            <TextSettingField {...shared} name="name" />
            <TextSettingField {...shared} name="description" />
          </FieldGroup>
        </Section>
        {hasUsers && (
          <Section title={say('group.addresses')} about={say('group.addresses.about')}>
            <FieldGroup>
              <ListSettingField {...shared} name="redirectUris" rules={rules.redirects} />
              <ListSettingField {...shared} name="postLogoutRedirectUris" rules={rules.redirects} />
              <ListSettingField {...shared} name="allowedOrigins" rules={rules.origins} />
              <TextSettingField {...shared} name="backchannelLogoutUri" />
            </FieldGroup>
          </Section>
        )}
        {hasUsers && (
          <Section title={say('group.consent')}>
            <FieldGroup>
              <CheckSettingField {...shared} name="firstParty" />
              <TextSettingField {...shared} name="logoUri" />
              <TextSettingField {...shared} name="policyUri" />
              <TextSettingField {...shared} name="tosUri" />
            </FieldGroup>
          </Section>
        )}
        <Section title={say('group.lifetimes')}>
          <FieldGroup>
            <SecondsSettingField {...shared} name="accessTokenTtlSeconds" />
            {hasUsers && <SecondsSettingField {...shared} name="refreshTokenIdleTtlSeconds" />}
          </FieldGroup>
        </Section>
        <Section title={say('group.protocol')}>
          <FieldGroup>
            <ProtocolSettings {...shared} />
          </FieldGroup>
        </Section>
      </Form>
      {conflict && (
        <ConflictDialog {...conflict} labelOf={(name) => say(`field.${name as SettingName}`)} />
      )}
    </>
  );
}

/** The settings of an application, as a form. */
export function ApplicationSettings() {
  const sayApp = useSay('app');
  const session = useSession();
  const { clientId } = applicationRoute.useParams();
  const query = useQuery(applicationQuery(clientId));
  const isReadOnly = !mayCall(session, 'applicationUpdate');
  return (
    <Loaded query={query} lines={10}>
      {(application, { etag }) => (
        <>
          {isReadOnly && <Banner state="info">{sayApp('readOnly')}</Banner>}
          <SettingsForm
            key={application.clientId}
            application={application}
            etag={etag}
            isReadOnly={isReadOnly}
          />
        </>
      )}
    </Loaded>
  );
}
