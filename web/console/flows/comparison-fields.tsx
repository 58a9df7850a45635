import { factTypeOf, loginFacts, opsOfType } from '@platform/login-flow';
import type { LoginFlowConditionLeaf } from '@platform/contracts';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { comparisonOf, listValue, takesList } from './flat-condition.ts';
import { useFlowWords } from './flow-words.ts';
import { ListField } from './list-field.tsx';

interface ComparisonProps {
  comparison: LoginFlowConditionLeaf;
  onChange: (comparison: LoginFlowConditionLeaf) => void;
  isDisabled: boolean;
}

/** The value of a comparison, in a field of its type. */
function Value({ comparison, onChange, isDisabled }: ComparisonProps) {
  const say = useSay('flows');
  const { yesOrNo, levelOf } = useFlowWords();
  const { fact, op, value } = comparison;
  const type = factTypeOf(fact);
  const set = (changed: LoginFlowConditionLeaf['value']) =>
    onChange({ ...comparison, value: changed });
  const label = say('comparison.value');
  if (typeof value === 'boolean')
    return (
      <Select
        label={label}
        value={String(value)}
        onChange={(chosen) => set(chosen === 'true')}
        choices={['true', 'false'].map((id) => ({ id, label: yesOrNo(id === 'true') }))}
        isDisabled={isDisabled}
      />
    );
  if (takesList(op) || Array.isArray(value))
    return (
      <ListField
        label={label}
        hint={say('comparison.list')}
        value={[value].flat().map(String)}
        onChange={(texts) => set(listValue(fact, texts))}
        isDisabled={isDisabled}
      />
    );
  if (type?.type === 'scale')
    return (
      <Select
        label={label}
        value={String(value)}
        onChange={set}
        choices={type.scale.map((id) => ({
          id,
          label: fact === 'risk.level' ? say(`risk.${id as 'low'}`) : levelOf(id),
        }))}
        isDisabled={isDisabled}
      />
    );
  if (typeof value === 'number')
    return <NumberField label={label} value={value} onChange={set} isDisabled={isDisabled} />;
  return <TextField label={label} value={value} onChange={set} isDisabled={isDisabled} />;
}

/** A fact, how it is compared, and with what. */
export function ComparisonFields(props: ComparisonProps) {
  const { comparison, onChange, isDisabled } = props;
  const { fact, op, value } = comparison;
  const say = useSay('flows');
  const { factOf } = useFlowWords();
  const facts = Object.keys(loginFacts);
  const known = facts.includes(fact) ? facts : [...facts, fact];
  return (
    <>
      <Select
        label={say('comparison.fact')}
        value={fact}
        onChange={(chosen) => onChange(comparisonOf(chosen, op, value))}
        choices={known.map((id) => ({ id, label: factOf(id), hint: id }))}
        isDisabled={isDisabled}
      />
      <Select
        label={say('comparison.op')}
        value={op}
        onChange={(chosen) => onChange(comparisonOf(fact, chosen, value))}
        choices={opsOfType[factTypeOf(fact)?.type ?? 'any'].map((id) => ({
          id,
          label: say(`op.${id}`),
        }))}
        isDisabled={isDisabled}
      />
      <Value {...props} />
    </>
  );
}
