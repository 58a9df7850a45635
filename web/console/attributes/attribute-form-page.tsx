import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { locales } from '../../messages/areas.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { renderedSchemaQuery } from './attribute-queries.ts';
import type { Rendering } from './attribute-queries.ts';
import { attributeFormRoute, audiences, entityKinds } from './attribute-routes.ts';
import { AttributesHead } from './attributes-head.tsx';
import { FormPreview } from './form-preview.tsx';
import { previewGroups } from './preview-fields.ts';

function Toolbar() {
  const say = useSay('attributes');
  const { locale: language } = useFormats();
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const search = attributeFormRoute.useSearch();
  const navigate = attributeFormRoute.useNavigate();
  const { kind = 'user', audience = 'admin', locale = 'en' } = search;
  return (
    <TableToolbar>
      <Select
        label={say('kind')}
        value={kind}
        onChange={(id) => void navigate({ search: { ...search, kind: id } })}
        choices={entityKinds.map((id) => ({ id, label: say(`kind.${id}`) }))}
      />
      <Select
        label={say('audience')}
        value={audience}
        onChange={(id) =>
          void navigate({
            search: { ...search, audience: audiences.find((one) => one === id) },
          })
        }
        choices={audiences.map((id) => ({ id, label: say(`audience.${id}`) }))}
      />
      <Select
        label={say('language')}
        value={locale}
        onChange={(id) => void navigate({ search: { ...search, locale: id } })}
        choices={locales.map((id) => ({ id, label: names.of(id) ?? id }))}
      />
    </TableToolbar>
  );
}

/** The form that the definitions make, as administrators and as users see it. */
export function AttributeFormPage() {
  const say = useSay('attributes');
  const { kind = 'user', audience = 'admin', locale = 'en' } = attributeFormRoute.useSearch();
  const rendering: Rendering = { entityKind: kind, audience, locale };
  const query = useQuery({
    ...renderedSchemaQuery(rendering),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <AttributesHead
        kind={kind}
        tab="form"
        actions={
          <ShowCode entries={[{ operation: 'attributeSchemaRender', query: { ...rendering } }]} />
        }
      />
      <Toolbar />
      <Loaded query={query} lines={8}>
        {(schema) => {
          const groups = previewGroups(schema);
          return groups.length > 0 ? (
            <FormPreview groups={groups} />
          ) : (
            <EmptyState why="noneYet" title={say('preview.none.title')}>
              {say(`preview.none.${rendering.audience}`)}
            </EmptyState>
          );
        }}
      </Loaded>
    </>
  );
}
