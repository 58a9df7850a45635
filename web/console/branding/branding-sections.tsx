import type { Branding } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Section } from '../../kit/content/section.tsx';
import { FieldGroup } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import {
  ChoiceBrandingField,
  CssField,
  PoweredByField,
  PreviewedField,
  TextBrandingField,
} from './branding-fields.tsx';
import type { BrandingFieldProps } from './branding-fields.tsx';
import { brandingBody, linkNames, pictureNames } from './branding-values.ts';
import { ColorFields } from './color-fields.tsx';
import { OverridesControl } from './overrides-field.tsx';
import { PictureControl } from './picture-field.tsx';
import { TextsFields } from './texts-field.tsx';

interface SectionsProps extends BrandingFieldProps {
  assets: Branding['assets'];
}

/** The name and the pictures. */
export function BrandingPictures({ assets, ...shared }: SectionsProps) {
  const say = useSay('branding');
  const session = useSession();
  const { form, isReadOnly } = shared;
  return (
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
  );
}

/** Everything else of a branding. */
export function BrandingSections({ assets, ...shared }: SectionsProps) {
  const say = useSay('branding');
  const { form, isReadOnly } = shared;
  return (
    <>
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
    </>
  );
}
