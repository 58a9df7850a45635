import { useForm } from 'react-hook-form';
import { applications } from '@platform/sdk';
import type { CreateLegalDocumentRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { creationOf } from '../../client/form-text.ts';
import { useWrite } from '../../client/write.ts';
import { legalDocumentsCreate } from '../../generated/forms/applications.ts';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

const empty = {
  title: '',
  locale: 'en',
  content: '',
  contentUrl: '',
  sha256: '',
  changeSummary: '',
  requiresReconsent: true,
};

interface CreateDocumentProps {
  clientId: string;
  type: string;
  onClose: () => void;
}

/** Writes a new version of a legal document. It takes effect once it is activated. */
export function CreateDocument({ clientId, type, onClose }: CreateDocumentProps) {
  const say = useSay('applications');
  const sayProblem = useSay('problems');
  const rulesOf = useFieldRules(legalDocumentsCreate);
  const form = useForm({ defaultValues: empty, mode: 'onTouched' });
  const create = useWrite(
    (api, body: CreateLegalDocumentRequest, key) =>
      applications(api).legalDocuments.create(clientId, type, body, key),
    { refreshes: ['legalDocumentsList'] },
  );
  const bodyOf = (values: typeof empty) =>
    creationOf(values) as unknown as CreateLegalDocumentRequest;
  return (
    <FormDialog
      title={say('document.create')}
      size="wide"
      form={form}
      save={async (_, values) => {
        try {
          await create.mutateAsync(bodyOf(values));
          onClose();
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={say('document.create')}
      code={[
        {
          operation: 'legalDocumentsCreate',
          parameters: [clientId, type],
          body: bodyOf(form.watch()),
        },
      ]}
      onClose={onClose}
    >
      <FormField form={form} name="title" label={say('document.title')} rules={rulesOf('title')}>
        {(field) => <TextField {...field} autoFocus />}
      </FormField>
      <FormField form={form} name="locale" label={say('document.locale')} rules={rulesOf('locale')}>
        {(field) => <TextField {...field} isCode hint={say('document.locale.hint')} />}
      </FormField>
      <FormField
        form={form}
        name="content"
        label={say('document.content')}
        rules={rulesOf('content')}
      >
        {(field) => <TextArea {...field} rows={8} isOptional hint={say('document.content.hint')} />}
      </FormField>
      <FormField
        form={form}
        name="contentUrl"
        label={say('document.url')}
        rules={rulesOf('contentUrl')}
      >
        {(field) => <TextField {...field} isCode isOptional />}
      </FormField>
      {form.watch('contentUrl').trim() !== '' && (
        <FormField
          form={form}
          name="sha256"
          label={say('document.sha256')}
          rules={rulesOf('sha256')}
        >
          {(field) => <TextField {...field} isCode hint={say('document.sha256.hint')} />}
        </FormField>
      )}
      <FormField
        form={form}
        name="changeSummary"
        label={say('document.changes')}
        rules={rulesOf('changeSummary')}
      >
        {(field) => <TextField {...field} isOptional />}
      </FormField>
      <FormField form={form} name="requiresReconsent" label={say('document.again')}>
        {({ value, ...field }) => (
          <Checkbox {...field} isSelected={value} hint={say('document.again.hint')} />
        )}
      </FormField>
    </FormDialog>
  );
}
