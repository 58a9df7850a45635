import { useForm, useWatch } from 'react-hook-form';
import { loginExperience } from '@platform/sdk';
import type { Branding } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Section } from '../../kit/content/section.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import {
  ChoiceBrandingField,
  CssField,
  PoweredByField,
  PreviewFindings,
  PreviewedField,
  TextBrandingField,
} from './branding-fields.tsx';
import { useBrandingLabel } from './branding-labels.ts';
import { brandingRoute } from './branding-routes.ts';
import {
  brandingBody,
  brandingValues,
  linkNames,
  localesOf,
  pictureNames,
} from './branding-values.ts';
import type { BrandingValues } from './branding-values.ts';
import { ColorFields, ContrastChecks } from './color-fields.tsx';
import { OverridesControl } from './overrides-field.tsx';
import { PictureControl } from './picture-field.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { usePreview } from './preview-state.ts';
import { TextsFields } from './texts-field.tsx';
import styles from './branding.module.css';

interface BrandingEditorProps {
  branding: Branding;
  etag: string | undefined;
  isReadOnly: boolean;
}

/** The form and the preview of what is in it. Changes of another person are merged, field by field. */
export function BrandingEditor({ branding, etag, isReadOnly }: BrandingEditorProps) {
  const say = useSay('branding');
  const labelOf = useBrandingLabel();
  const session = useSession();
  const { page, scheme = 'light', locale, client } = brandingRoute.useSearch();
  const valuesOf = brandingValues(session.tenant.name);
  const form = useForm<BrandingValues>({ defaultValues: valuesOf(branding), mode: 'onTouched' });
  const { save, conflict } = useConditionalSave({
    form,
    read: { value: branding, etag },
    valuesOf,
    // A branding is replaced as a whole.
    send: (api, _, ifMatch) =>
      loginExperience(api).branding.put(
        brandingBody(form.getValues()),
        ifMatch === undefined ? {} : { ifMatch },
      ),
    reread: (api) => loginExperience(api).branding.get(),
    refreshes: ['loginExperienceGetBranding'],
  });
  useDraft(form, 'branding');
  const [supported, fallback] = useWatch({
    control: form.control,
    name: ['supportedLocales', 'defaultLocale'],
  });
  const locales = localesOf(supported);
  const shownLocale = locale && locales.includes(locale) ? locale : fallback;
  const { query, findings } = usePreview(form, {
    page: page ?? 'identify',
    scheme,
    locale: shownLocale,
    ...(client === undefined ? {} : { clientId: client }),
  });
  const shared = { form, isReadOnly };
  const { assets } = branding;
  return (
    <PreviewFindings value={findings}>
      <ContrastChecks
        value={query.data?.value.accessibility.checks ?? branding.accessibility.checks}
      >
        <div className={styles['editor']}>
          <Form form={form} save={save}>
            <Section
              title={say('group.general')}
              about={say('hint.picture')}
              actions={
                <ShowCode
                  entries={[
                    { operation: 'loginExperienceGetBranding' },
                    {
                      operation: 'loginExperiencePutBranding',
                      body: brandingBody(form.getValues()),
                    },
                  ]}
                />
              }
            >
              <FieldGroup>
                <TextBrandingField
                  {...shared}
                  name="displayName"
                  label={say('field.displayName')}
                  placeholder={session.tenant.name}
                />
                {pictureNames.map((name) => (
                  <PreviewedField key={name} form={form} name={name} label={say(`field.${name}`)}>
                    {(field) => (
                      <PictureControl
                        {...field}
                        assets={assets}
                        isReadOnly={isReadOnly}
                        mayUpload={mayCall(session, 'loginExperienceUploadAsset')}
                      />
                    )}
                  </PreviewedField>
                ))}
              </FieldGroup>
            </Section>
            <Section title={say('group.colors')}>
              <FieldGroup>
                <ChoiceBrandingField {...shared} name="themeMode" />
                <ChoiceBrandingField {...shared} name="contrastPolicy" />
                <ColorFields {...shared} />
              </FieldGroup>
            </Section>
            <Section title={say('group.style')}>
              <FieldGroup>
                <ChoiceBrandingField {...shared} name="fontFamily" />
                <ChoiceBrandingField {...shared} name="cornerStyle" />
                <ChoiceBrandingField {...shared} name="layout" />
                <PoweredByField {...shared} />
              </FieldGroup>
            </Section>
            <Section title={say('group.texts')}>
              <FieldGroup>
                <TextsFields {...shared} />
              </FieldGroup>
            </Section>
            <Section title={say('group.links')}>
              <FieldGroup>
                {linkNames.map((name) => (
                  <TextBrandingField
                    {...shared}
                    key={name}
                    name={`links.${name}`}
                    label={say(`field.${name}`)}
                  />
                ))}
              </FieldGroup>
            </Section>
            <Section title={say('group.css')}>
              <FieldGroup>
                <CssField {...shared} />
              </FieldGroup>
            </Section>
            <Section title={say('group.overrides')} about={say('about.overrides')}>
              <PreviewedField form={form} name="overrides" label={say('field.overrides')}>
                {(field) => <OverridesControl {...field} assets={assets} isReadOnly={isReadOnly} />}
              </PreviewedField>
            </Section>
          </Form>
          <div className={styles['preview']}>
            <PreviewPanel query={query} locales={locales} locale={shownLocale} />
          </div>
        </div>
        {conflict && <ConflictDialog {...conflict} labelOf={labelOf} mergesLines />}
      </ContrastChecks>
    </PreviewFindings>
  );
}
