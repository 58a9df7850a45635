import { denyReasons, enrollableMethods, loginMethods } from '@platform/login-flow';
import type { LoginFlowStep } from '@platform/contracts';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { Areas } from '../../messages/areas.ts';
import { AttributeFields } from './attribute-fields.tsx';
import { ConditionForm } from './condition-form.tsx';
import { useFlowWords } from './flow-words.ts';
import { ListField } from './list-field.tsx';
import type { StepPartProps } from './step-exits.tsx';

type StepOf<T extends LoginFlowStep['type']> = Extract<LoginFlowStep, { type: T }>;
type Key = keyof Areas['flows'];

interface PartProps<T extends LoginFlowStep['type']> {
  config: StepOf<T>['config'];
  set: (config: Partial<StepOf<T>['config']>) => void;
  isDisabled: boolean;
}

interface ChecksProps<V extends string> {
  label: string;
  hint?: string;
  all: readonly V[];
  value: readonly V[];
  wordOf: (value: V) => string;
  onChange: (value: V[]) => void;
  isDisabled: boolean;
  isOptional?: boolean;
}

/** Some of a few values, in their order. What was chosen first stays first. */
const Checks = <V extends string>({ all, value, wordOf, onChange, ...props }: ChecksProps<V>) => (
  <CheckboxGroup
    {...props}
    value={value}
    onChange={(chosen) => {
      const kept = value.filter((one) => chosen.includes(one));
      onChange([...kept, ...all.filter((one) => chosen.includes(one) && !kept.includes(one))]);
    }}
    choices={all.map((id) => ({ id, label: wordOf(id) }))}
  />
);

function Identify({ config, set, isDisabled }: PartProps<'identify'>) {
  const say = useSay('flows');
  return (
    <>
      <Checks
        label={say('identifiers')}
        all={['email', 'username', 'phone'] as const}
        value={config.identifiers}
        wordOf={(id) => say(`identifier.${id}`)}
        onChange={(identifiers) => set({ identifiers })}
        isDisabled={isDisabled}
      />
      <Checkbox
        label={say('homeRealmDiscovery')}
        isSelected={config.homeRealmDiscovery}
        onChange={(homeRealmDiscovery) => set({ homeRealmDiscovery })}
        isDisabled={isDisabled}
      />
      <Checkbox
        label={say('concealUnknown')}
        hint={say('concealUnknown.hint')}
        isSelected={config.concealUnknown}
        onChange={(concealUnknown) => set({ concealUnknown })}
        isDisabled={isDisabled}
      />
    </>
  );
}

function Authenticate({ config, set, isDisabled }: PartProps<'authenticate'>) {
  const say = useSay('flows');
  const { methodOf } = useFlowWords();
  return (
    <>
      <Select
        label={say('role')}
        value={config.role}
        onChange={(role) => set({ role })}
        choices={(['first', 'second', 'any'] as const).map((id) => ({
          id,
          label: say(`role.${id}`),
        }))}
        isDisabled={isDisabled}
      />
      <Checks
        label={say('methods')}
        hint={say('methods.hint')}
        all={loginMethods}
        value={config.methods}
        wordOf={methodOf}
        onChange={(methods) => set({ methods })}
        isDisabled={isDisabled}
      />
      {config.methods.includes('social') && (
        <ListField
          label={say('connectors')}
          hint={say('connectors.hint')}
          value={config.connectors}
          onChange={(connectors) => set({ connectors })}
          isOptional
          isDisabled={isDisabled}
        />
      )}
      <NumberField
        label={say('maxAttempts')}
        value={config.maxAttempts}
        onChange={(maxAttempts) => set({ maxAttempts })}
        minValue={1}
        maxValue={10}
        isDisabled={isDisabled}
      />
      <Checkbox
        label={say('collectIdentifier')}
        isSelected={config.collectIdentifier}
        onChange={(collectIdentifier) => set({ collectIdentifier })}
        isDisabled={isDisabled}
      />
      <Checkbox
        label={say('reuseSession')}
        isSelected={config.reuseSession}
        onChange={(reuseSession) => set({ reuseSession })}
        isDisabled={isDisabled}
      />
    </>
  );
}

function Enroll({ config, set, isDisabled }: PartProps<'enroll'>) {
  const say = useSay('flows');
  const { methodOf } = useFlowWords();
  return (
    <>
      <Checks
        label={say('methods')}
        all={enrollableMethods}
        value={config.methods}
        wordOf={methodOf}
        onChange={(methods) => set({ methods })}
        isDisabled={isDisabled}
      />
      <Checkbox
        label={say('skippable')}
        isSelected={config.skippable}
        onChange={(skippable) => set({ skippable })}
        isDisabled={isDisabled}
      />
      {config.skippable && (
        <NumberField
          label={say('graceDays')}
          hint={say('graceDays.hint')}
          value={config.graceDays}
          onChange={(graceDays) => set({ graceDays })}
          minValue={0}
          maxValue={90}
          isDisabled={isDisabled}
        />
      )}
    </>
  );
}

function Register({ config, set, isDisabled }: PartProps<'register'>) {
  const say = useSay('flows');
  const { methodOf } = useFlowWords();
  return (
    <>
      <AttributeFields
        attributes={config.attributes}
        onChange={(attributes) => set({ attributes })}
        isDisabled={isDisabled}
      />
      <Checks
        label={say('initialMethods')}
        all={enrollableMethods}
        value={config.initialMethods}
        wordOf={methodOf}
        onChange={(initialMethods) => set({ initialMethods })}
        isDisabled={isDisabled}
        isOptional
      />
      <Checkbox
        label={say('requireVerifiedEmail')}
        isSelected={config.requireVerifiedEmail}
        onChange={(requireVerifiedEmail) => set({ requireVerifiedEmail })}
        isDisabled={isDisabled}
      />
    </>
  );
}

function Profile({ config, set, isDisabled }: PartProps<'profile'>) {
  const say = useSay('flows');
  return (
    <>
      <AttributeFields
        attributes={config.attributes}
        onChange={(attributes) => set({ attributes })}
        isDisabled={isDisabled}
      />
      <Checkbox
        label={say('skippable')}
        isSelected={config.skippable}
        onChange={(skippable) => set({ skippable })}
        isDisabled={isDisabled}
      />
    </>
  );
}

function VerifyContact({ config, set, isDisabled }: PartProps<'verify_contact'>) {
  const say = useSay('flows');
  return (
    <Select
      label={say('channel')}
      value={config.channel}
      onChange={(channel) => set({ channel })}
      choices={(['email', 'phone'] as const).map((id) => ({ id, label: say(`identifier.${id}`) }))}
      isDisabled={isDisabled}
    />
  );
}

function Terms({ config, set, isDisabled }: PartProps<'terms'>) {
  const say = useSay('flows');
  return (
    <ListField
      label={say('docTypes')}
      hint={say('docTypes.hint')}
      value={config.docTypes}
      onChange={(docTypes) => set({ docTypes })}
      isDisabled={isDisabled}
    />
  );
}

function Hook({ config, set, isDisabled }: PartProps<'hook'>) {
  const say = useSay('flows');
  return (
    <>
      <TextField
        label={say('hookId')}
        value={config.hookId}
        onChange={(hookId) => set({ hookId })}
        isCode
        isDisabled={isDisabled}
      />
      <NumberField
        label={say('timeout')}
        value={config.timeoutMilliseconds}
        onChange={(timeoutMilliseconds) => set({ timeoutMilliseconds })}
        minValue={100}
        maxValue={5_000}
        step={100}
        unit="ms"
        isDisabled={isDisabled}
      />
      <Select
        label={say('onError')}
        value={config.onError}
        onChange={(onError) => set({ onError })}
        choices={(['deny', 'continue'] as const).map((id) => ({ id, label: say(`onError.${id}`) }))}
        isDisabled={isDisabled}
      />
    </>
  );
}

function Deny({ config, set, isDisabled }: PartProps<'deny'>) {
  const say = useSay('flows');
  return (
    <Select
      label={say('reason')}
      value={config.reason}
      onChange={(reason) => set({ reason })}
      choices={denyReasons.map((id) => ({ id, label: say(`reason.${id}` as Key) }))}
      isDisabled={isDisabled}
    />
  );
}

/** The settings of a step, by its type. */
export function StepConfig(props: StepPartProps) {
  const { step, onChange, isDisabled } = props;
  const set = (config: object) =>
    onChange({ ...step, config: { ...step.config, ...config } } as LoginFlowStep);
  switch (step.type) {
    case 'identify':
      return <Identify config={step.config} set={set} isDisabled={isDisabled} />;
    case 'authenticate':
      return <Authenticate config={step.config} set={set} isDisabled={isDisabled} />;
    case 'enroll':
      return <Enroll config={step.config} set={set} isDisabled={isDisabled} />;
    case 'register':
      return <Register config={step.config} set={set} isDisabled={isDisabled} />;
    case 'profile':
      return <Profile config={step.config} set={set} isDisabled={isDisabled} />;
    case 'verify_contact':
      return <VerifyContact config={step.config} set={set} isDisabled={isDisabled} />;
    case 'terms':
      return <Terms config={step.config} set={set} isDisabled={isDisabled} />;
    case 'hook':
      return <Hook config={step.config} set={set} isDisabled={isDisabled} />;
    case 'deny':
      return <Deny config={step.config} set={set} isDisabled={isDisabled} />;
    case 'condition':
      return <ConditionForm {...props} step={step} />;
    case 'complete':
      return null;
  }
}
