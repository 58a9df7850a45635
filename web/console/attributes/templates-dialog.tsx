import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { attributeSchema } from '@platform/sdk';
import type { AppliedTemplate, ApplyTemplateRequest, AttributeTemplate } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { attributeReads, templatesQuery } from './attribute-queries.ts';
import type { EntityKind } from './attribute-routes.ts';
import styles from './attributes.module.css';

/** The attributes that the template has created, or would create. */
function Result({ applied }: { applied: AppliedTemplate }) {
  const say = useSay('attributes');
  const conflicts = applied.skipped.filter(({ reason }) => reason === 'conflict');
  return (
    <Banner state={conflicts.length > 0 ? 'warning' : 'info'} isLive>
      {say('template.creates', { count: applied.created.length })}{' '}
      {say('template.skips', { count: applied.skipped.length })}{' '}
      {conflicts.length > 0 &&
        say('template.conflicts', { keys: conflicts.map(({ key }) => key).join(', ') })}
    </Banner>
  );
}

interface TemplateProps {
  template: AttributeTemplate;
  onClose: () => void;
}

/** One template: which of its definitions to create. */
function Template({ template, onClose }: TemplateProps) {
  const say = useSay('attributes');
  const keys = template.definitions.map(({ key }) => key);
  const [include, setInclude] = useState<readonly string[]>(keys);
  const [keyPrefix, setKeyPrefix] = useState('');
  const body = (dryRun: boolean): ApplyTemplateRequest => ({
    templateId: template.id,
    ...(include.length < keys.length && { include: [...include] }),
    ...(keyPrefix.trim() !== '' && { keyPrefix: keyPrefix.trim() }),
    onConflict: 'skip',
    dryRun,
  });
  const apply = useWrite(
    (api, request: ApplyTemplateRequest, key) => attributeSchema(api).templates.apply(request, key),
    {
      refreshes: attributeReads,
      onDone({ dryRun, created }) {
        if (dryRun) return;
        showToast({ text: say('template.creates', { count: created.length }) });
        onClose();
      },
    },
  );
  return (
    <>
      <CheckboxGroup
        label={say('template.include')}
        value={include}
        onChange={setInclude}
        choices={template.definitions.map(({ key, label, type }) => ({
          id: key,
          label: label ?? key,
          hint: `${key} · ${say(`type.${type}`)}`,
        }))}
      />
      <TextField
        label={say('template.prefix')}
        hint={say('template.prefix.hint')}
        value={keyPrefix}
        onChange={setKeyPrefix}
        isOptional
        isCode
        autoComplete="off"
      />
      {apply.error && <ProblemNote error={apply.error} />}
      {apply.data && <Result applied={apply.data} />}
      <div className={styles['actions']}>
        <ShowCode
          entries={[{ operation: 'attributeSchemaTemplateApplyTemplate', body: body(false) }]}
        />
        <Button
          isDisabled={include.length === 0}
          isPending={apply.isPending}
          onPress={() => apply.mutate(body(true))}
        >
          {say('template.try')}
        </Button>
        <Button
          kind="primary"
          isDisabled={include.length === 0}
          isPending={apply.isPending}
          onPress={() => apply.mutate(body(false))}
        >
          {say('template.apply')}
        </Button>
      </div>
    </>
  );
}

interface TemplatesDialogProps {
  kind: EntityKind;
  onClose: () => void;
}

/** Creates definitions from a template. */
export function TemplatesDialog({ kind, onClose }: TemplatesDialogProps) {
  const say = useSay('attributes');
  const query = useQuery(templatesQuery(kind));
  const [id, setId] = useState<string>();
  return (
    <Dialog title={say('templates')} size="wide" isOpen onClose={onClose}>
      <Loaded query={query} lines={6}>
        {({ data }) => {
          const template = data.find((one) => one.id === id) ?? data[0];
          if (!template) return <p>{say('template.none')}</p>;
          return (
            <div className={styles['stack']}>
              <RadioGroup
                label={say('template')}
                value={template.id}
                onChange={setId}
                choices={data.map((one) => ({
                  id: one.id,
                  label: one.name,
                  hint: one.description,
                }))}
              />
              <Template key={template.id} template={template} onClose={onClose} />
            </div>
          );
        }}
      </Loaded>
    </Dialog>
  );
}
