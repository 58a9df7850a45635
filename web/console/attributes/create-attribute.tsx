import { useNavigate } from '@tanstack/react-router';
import { attributeSchema } from '@platform/sdk';
import type { AttributeDefinition, CreateAttributeDefinitionRequest } from '@platform/sdk';
import type { PlainValues } from '../../client/plain-values.ts';
import { attributeSchemaCreate } from '../../generated/forms/attribute-schema.ts';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { PlainDialog } from '../../parts/plain-form.tsx';
import { canBeUnique, useAttributeField } from './attribute-fields.ts';
import { attributeReads } from './attribute-queries.ts';
import type { EntityKind } from './attribute-routes.ts';

const shapeOf = ({ type, multiValued }: PlainValues) => ({
  type: type as AttributeDefinition['type'],
  multiValued: multiValued === true,
});

interface CreateAttributeProps {
  kind: EntityKind;
  onClose: () => void;
}

/** Defines an attribute. Its key, its type and the number of its values stay as they are. */
export function CreateAttributeDialog({ kind, onClose }: CreateAttributeProps) {
  const say = useSay('attributes');
  const navigate = useNavigate();
  const fieldOf = useAttributeField(attributeSchemaCreate);
  return (
    <PlainDialog
      title={say('create')}
      submit={say('create')}
      of={attributeSchemaCreate}
      start={{ type: 'string', visibility: 'admin_only', sensitivity: 'personal' }}
      fields={(values) => [
        fieldOf('label'),
        fieldOf('key', { isCode: true }),
        fieldOf('type'),
        fieldOf('multiValued'),
        // An enum needs its options.
        ...(values['type'] === 'enum' ? [fieldOf('constraints.options')] : []),
        ...(values['type'] === 'string' ? [fieldOf('format')] : []),
        fieldOf('required'),
        ...(canBeUnique(shapeOf(values)) ? [fieldOf('unique')] : []),
        fieldOf('visibility'),
        fieldOf('sensitivity'),
      ]}
      bodyOf={(body) => ({ entityKind: kind, ...body })}
      codeOf={() => ({ operation: 'attributeSchemaCreate' })}
      send={(api, body, key) =>
        attributeSchema(api).create(body as unknown as CreateAttributeDefinitionRequest, key)
      }
      refreshes={attributeReads}
      onDone={({ id }) => {
        showToast({ text: say('created.toast') });
        void navigate({ to: '/attributes/$attributeId', params: { attributeId: id } });
      }}
      onClose={onClose}
    />
  );
}
