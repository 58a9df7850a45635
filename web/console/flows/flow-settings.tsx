import { loginMethods } from '@platform/login-flow';
import type { LoginFlow } from '@platform/contracts';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { Section } from '../../kit/content/section.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { FlowDraft } from './flow-draft.ts';
import { EntrypointFields } from './entrypoint-fields.tsx';
import { useFlowWords } from './flow-words.ts';
import styles from './flows.module.css';

type Settings = LoginFlow['settings'];

const times = [
  { name: 'sessionLifetimeSeconds', min: 300, max: 2_592_000 },
  { name: 'sessionIdleSeconds', min: 60, max: 2_592_000 },
  { name: 'flowLifetimeSeconds', min: 60, max: 3_600 },
  { name: 'trustedDeviceSeconds', min: 0, max: 31_536_000 },
] as const;

/** The settings of the flow itself: its name, where sign-ins begin, assurance, sessions. */
export function FlowSettings({ work, isDisabled }: { work: FlowDraft; isDisabled: boolean }) {
  const say = useSay('flows');
  const { levelOf, methodOf } = useFlowWords();
  const { name, description = '', settings } = work.flow;
  const set = (changed: Partial<Settings>) =>
    work.change((flow) => ({ ...flow, settings: { ...flow.settings, ...changed } }));
  return (
    <Section title={say('settings')}>
      <div className={styles['columns']}>
        <TextField
          label={say('settings.name')}
          value={name}
          onChange={(changed) => work.change((flow) => ({ ...flow, name: changed }))}
          maxLength={100}
          isDisabled={isDisabled}
        />
        <TextField
          label={say('description')}
          value={description}
          onChange={(changed) => work.change((flow) => ({ ...flow, description: changed }))}
          maxLength={1_000}
          isOptional
          isDisabled={isDisabled}
        />
        <Select
          label={say('settings.minimumAssurance')}
          value={settings.minimumAssurance}
          onChange={(minimumAssurance) => set({ minimumAssurance })}
          choices={(['aal1', 'aal2', 'aal3'] as const).map((id) => ({ id, label: levelOf(id) }))}
          isDisabled={isDisabled}
        />
        {times.map(({ name: time, min, max }) => (
          <NumberField
            key={time}
            label={say(`settings.${time}`)}
            value={settings[time]}
            onChange={(seconds) => set({ [time]: seconds })}
            minValue={min}
            maxValue={max}
            unit="s"
            isDisabled={isDisabled}
          />
        ))}
        <Select
          label={say('settings.stepUp')}
          hint={say('settings.stepUp.hint')}
          value={settings.stepUp}
          onChange={(stepUp) => set({ stepUp })}
          choices={(['auto', 'off'] as const).map((id) => ({ id, label: say(`stepUp.${id}`) }))}
          isDisabled={isDisabled}
        />
        <Checkbox
          label={say('settings.signUpEnabled')}
          isSelected={settings.signUpEnabled}
          onChange={(signUpEnabled) => set({ signUpEnabled })}
          isDisabled={isDisabled}
        />
        {settings.stepUp === 'auto' && (
          <CheckboxGroup
            label={say('settings.stepUpMethods')}
            value={settings.stepUpMethods}
            onChange={(chosen) =>
              set({ stepUpMethods: loginMethods.filter((one) => chosen.includes(one)) })
            }
            choices={loginMethods.map((id) => ({ id, label: methodOf(id) }))}
            isOptional
            isDisabled={isDisabled}
          />
        )}
        <EntrypointFields work={work} isDisabled={isDisabled} />
      </div>
    </Section>
  );
}
