import { useForm, useWatch } from 'react-hook-form';
import { loginExperience } from '@platform/sdk';
import type { Branding } from '@platform/sdk';
import { useSession } from '../../client/session-query.ts';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { PreviewFindings } from './branding-fields.tsx';
import { brandedReads } from './branding-queries.ts';
import { useBrandingLabel } from './branding-labels.ts';
import { brandingRoute } from './branding-routes.ts';
import { brandingBody, brandingValues, localesOf } from './branding-values.ts';
import type { BrandingValues } from './branding-values.ts';
import { BrandingPictures, BrandingSections } from './branding-sections.tsx';
import { ContrastChecks } from './color-fields.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { usePreview } from './preview-state.ts';
import styles from './branding.module.css';

interface BrandingEditorProps {
  branding: Branding;
  etag: string | undefined;
  isReadOnly: boolean;
}

/** The form and the preview of what is in it. Changes of another person are merged, field by field. */
export function BrandingEditor({ branding, etag, isReadOnly }: BrandingEditorProps) {
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
    refreshes: brandedReads,
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
  return (
    <PreviewFindings value={findings}>
      <ContrastChecks
        value={query.data?.value.accessibility.checks ?? branding.accessibility.checks}
      >
        <div className={styles['editor']}>
          <Form form={form} save={save}>
            <BrandingPictures form={form} isReadOnly={isReadOnly} assets={branding.assets} />
            <BrandingSections form={form} isReadOnly={isReadOnly} assets={branding.assets} />
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
