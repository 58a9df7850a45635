import { Check, Upload } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { setup } from '@platform/sdk';
import type {
  CreateSetupConnectionRequest,
  DiagnosticReport,
  ReadSetupMetadataRequest,
  SetupDirectory,
} from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { FileButton } from '../../kit/controls/file-button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useProviderWords } from '../parts/provider-words.ts';
import { Report } from '../parts/report.tsx';
import type { Provider } from '../providers.ts';
import { useConnectionWrites } from './connection-writes.ts';
import styles from '../parts/run.module.css';

export interface CredentialsProps {
  provider: Provider;
  /** The name of a new connection. */
  name: string;
  /** Absent: it is created. */
  connection?: SetupDirectory;
  onSaved: (id: string) => void;
}

interface MetadataValues {
  source: 'metadataUrl' | 'metadataXml';
  metadataUrl: string;
  metadataXml: string;
}

/** What the platform has read in the metadata. */
interface SamlSummary {
  entityId?: string;
  keys?: { notAfter: string | null }[];
  suggestedConfig?: { config: Record<string, unknown> };
}

const summaryOf = ({ summary }: DiagnosticReport): SamlSummary => summary;

function ReadFacts({ report }: { report: DiagnosticReport }) {
  const say = useSay('setup-connections');
  const { entityId = '', keys = [] } = summaryOf(report);
  const ends = keys
    .flatMap(({ notAfter }) => notAfter ?? [])
    .toSorted()
    .at(-1);
  return (
    <ul className={styles['facts']}>
      <li>
        <Icon of={Check} />
        <span>
          {say.rich('read.entityId', { entityId: <Verbatim key="id" text={entityId} /> })}
        </span>
      </li>
      {ends !== undefined && (
        <li>
          <Icon of={Check} />
          <span>
            {say.rich('read.certificate', { time: <ExactTime key="time" at={ends} isDate /> })}
          </span>
        </li>
      )}
    </ul>
  );
}

/** Creates the connection with the metadata that has been read, or changes it. */
function SaveMetadata({
  report,
  provider,
  name,
  connection,
  onSaved,
}: CredentialsProps & { report: DiagnosticReport }) {
  const sayFrame = useSay('setup');
  const { create, update } = useConnectionWrites();
  const { config = {} } = summaryOf(report).suggestedConfig ?? {};
  const onSuccess = ({ id }: SetupDirectory) => onSaved(id);
  function save() {
    const given = { metadataUrl: null, metadataXml: null, ...config };
    if (connection) update.mutate({ id: connection.id, body: { config: given } }, { onSuccess });
    else
      create.mutate({ kind: 'saml', name, provider, config } as CreateSetupConnectionRequest, {
        onSuccess,
      });
  }
  const error = create.error ?? update.error;
  return (
    <>
      {error && <ProblemNote error={error} />}
      <div>
        <Button kind="primary" isPending={create.isPending || update.isPending} onPress={save}>
          {sayFrame('continue')}
        </Button>
      </div>
    </>
  );
}

/** Reads the metadata of a SAML provider, from its address, from a file or as pasted. */
export function SamlMetadata(props: CredentialsProps) {
  const say = useSay('setup-connections');
  const sayProblem = useSay('problems');
  const { fieldOf } = useProviderWords();
  const { provider } = props;
  const [report, setReport] = useState<DiagnosticReport>();
  const form = useForm<MetadataValues>({
    defaultValues: {
      source: provider === 'google' || provider === 'onelogin' ? 'metadataXml' : 'metadataUrl',
      metadataUrl: '',
      metadataXml: '',
    },
  });
  const read = useWrite(
    (api, body: ReadSetupMetadataRequest, key) => setup(api).connections.readMetadata(body, key),
    { refreshes: [], onDone: setReport },
  );
  const source = form.watch('source');
  const required = {
    validate: (text: string) => text.trim() !== '' || sayProblem('field_required'),
  };
  return (
    <>
      <Form
        form={form}
        save={async (_, values) => {
          setReport(undefined);
          try {
            await read.mutateAsync({ protocol: 'saml', [source]: values[source].trim() });
          } catch (error) {
            return findingsOf(error, sayProblem);
          }
        }}
        submit={
          <div>
            <Button
              kind={report?.ok ? 'plain' : 'primary'}
              type="submit"
              isPending={read.isPending}
            >
              {say('read')}
            </Button>
          </div>
        }
      >
        <FormField form={form} name="source" label={say('metadata.source')}>
          {({ ref: _ref, ...field }) => (
            <RadioGroup
              {...field}
              onChange={(id) => field.onChange(id as MetadataValues['source'])}
              choices={(['metadataUrl', 'metadataXml'] as const).map((id) => ({
                id,
                label: say(`metadata.${id}`),
              }))}
            />
          )}
        </FormField>
        {source === 'metadataUrl' ? (
          <FormField
            form={form}
            name="metadataUrl"
            label={fieldOf(provider, 'idpMetadata')}
            rules={required}
          >
            {(field) => <TextField {...field} isCode autoComplete="off" inputMode="url" />}
          </FormField>
        ) : (
          <div className={styles['facts']}>
            <FormField form={form} name="metadataXml" label={say('metadata.xml')} rules={required}>
              {(field) => <TextArea {...field} isCode rows={6} />}
            </FormField>
            <div>
              <FileButton
                size="small"
                accept={['.xml', 'text/xml', 'application/xml']}
                onFile={async (file) =>
                  form.setValue('metadataXml', await file.text(), { shouldDirty: true })
                }
              >
                <Icon of={Upload} />
                {say('metadata.file')}
              </FileButton>
            </div>
          </div>
        )}
      </Form>
      {report && !report.ok && <Report report={report} provider={provider} />}
      {report?.ok && (
        <>
          <ReadFacts report={report} />
          <SaveMetadata {...props} report={report} />
        </>
      )}
    </>
  );
}
