import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { attributeSchema, isProblem } from '@platform/sdk';
import type { AttributeDefinition, PatchAttributeDefinitionRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { pollWhile } from '../../client/query.ts';
import type { Read } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { attributeSchemaUpdate } from '../../generated/forms/attribute-schema.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { PlainForm } from '../../parts/plain-form.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { canBeUnique, constraintsOf, useAttributeField } from './attribute-fields.ts';
import { attributeQuery, attributeReads } from './attribute-queries.ts';
import { attributeRoute } from './attribute-routes.ts';
import { ConformanceSection } from './conformance.tsx';

/** Deletes the definition; its values too, once the platform has said that there are some. */
function Actions({ definition: { id, key, entityKind } }: { definition: AttributeDefinition }) {
  const say = useSay('attributes');
  const session = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useWrite(
    (api, purgeValues: boolean) =>
      attributeSchema(api).delete(id, purgeValues ? { purgeValues } : {}),
    {
      refreshes: ['attributeSchemaList', 'attributeSchemaRender'],
      onDone() {
        showToast({ text: say('deleted.toast') });
        void navigate({
          to: '/attributes',
          search: entityKind === 'user' ? {} : { kind: entityKind },
        });
        queryClient.removeQueries({ queryKey: attributeQuery(id).queryKey });
      },
    },
  );
  const hasValues = isProblem(remove.error, 'conflict');
  return (
    <>
      <ShowCode entries={[{ operation: 'attributeSchemaGet', parameters: [id] }]} />
      {mayCall(session, 'attributeSchemaDelete') && (
        <Button onPress={() => setIsAsking(true)}>{say('delete')}</Button>
      )}
      <ConfirmDialog
        key={hasValues ? 'purge' : 'delete'}
        title={say('delete.title', { key })}
        consequences={[say(hasValues ? 'delete.purges' : 'delete.onlyUnused'), say('delete.final')]}
        action={say(hasValues ? 'delete.purge' : 'delete')}
        isDanger
        typedName={hasValues ? key : undefined}
        isOpen={isAsking}
        isPending={remove.isPending}
        problem={remove.error && <ProblemNote error={remove.error} />}
        onConfirm={() => remove.mutate(hasValues)}
        onClose={() => {
          setIsAsking(false);
          remove.reset();
        }}
      />
    </>
  );
}

function DefinitionForm({ read }: { read: Read<AttributeDefinition> }) {
  const say = useSay('attributes');
  const session = useSession();
  const fieldOf = useAttributeField(attributeSchemaUpdate);
  const { id, state } = read.value;
  return (
    <PlainForm
      of={attributeSchemaUpdate}
      read={read}
      groups={[
        {
          title: say('group.form'),
          fields: [
            fieldOf('label'),
            fieldOf('labels'),
            fieldOf('description'),
            fieldOf('descriptions'),
            fieldOf('group'),
          ],
        },
        {
          title: say('group.values'),
          about: say('group.values.about'),
          fields: [
            fieldOf('required'),
            ...(canBeUnique(read.value) ? [fieldOf('unique')] : []),
            ...constraintsOf(read.value).map((name) => fieldOf(name)),
            fieldOf('defaultValue'),
          ],
        },
        {
          title: say('group.use'),
          fields: [
            fieldOf('visibility'),
            fieldOf('mutability'),
            fieldOf('sensitivity'),
            fieldOf('exposeInToken'),
            fieldOf('scimPath', { isCode: true }),
          ],
        },
      ]}
      send={(api, body, condition) =>
        attributeSchema(api).update(id, body as PatchAttributeDefinitionRequest, condition)
      }
      reread={(api) => attributeSchema(api).get(id)}
      refreshes={attributeReads}
      draft={`attribute ${id}`}
      isReadOnly={state === 'purging' || !mayCall(session, 'attributeSchemaUpdate')}
    />
  );
}

/** The definition of an attribute, and how well stored values conform to it. */
export function AttributePage() {
  const say = useSay('attributes');
  const { attributeId } = attributeRoute.useParams();
  const query = useQuery({
    ...attributeQuery(attributeId),
    ...pollWhile<AttributeDefinition>(({ conformance }) => conformance.state === 'scanning'),
  });
  const isFresh = useIsFresh(query);
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  return (
    <Loaded query={query} lines={10}>
      {(definition, read) => {
        const { entityKind, key, label, type, multiValued, state } = definition;
        return (
          <>
            <PageHeader
              crumbs={[
                {
                  href: entityKind === 'user' ? '/attributes' : `/attributes?kind=${entityKind}`,
                  label: say('title'),
                },
              ]}
              title={label ?? key}
              meta={
                <>
                  <CopyableId text={key} /> · {say(`type.${type}`)}
                  {multiValued && ` · ${say('several')}`} · {say(`kind.${entityKind}`)}
                </>
              }
              actions={<Actions definition={definition} />}
            />
            {state === 'purging' && <Banner state="warning">{say('purging.text')}</Banner>}
            <ConformanceSection definition={definition} />
            {isFresh && <DefinitionForm key={attributeId} read={read} />}
          </>
        );
      }}
    </Loaded>
  );
}
