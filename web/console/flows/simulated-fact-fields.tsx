import { factTypeOf, loginFacts, loginMethods } from '@platform/login-flow';
import type { LoginFlow } from '@platform/contracts';
import { useState } from 'react';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFlowWords } from './flow-words.ts';
import { ListField } from './list-field.tsx';
import { factsToAsk } from './simulation-facts.ts';
import type { FactValue, SimulatedFacts } from './simulation-facts.ts';

interface FactFieldProps {
  fact: string;
  value: FactValue | undefined;
  /** Undefined: the fact is unknown. */
  onChange: (value: FactValue | undefined) => void;
}

const unknown = 'unknown';

/** A fact that has one of a few values. */
function ChoiceField({ fact, value, onChange, ids }: FactFieldProps & { ids: readonly string[] }) {
  const say = useSay('flows');
  const { factOf, yesOrNo, levelOf } = useFlowWords();
  const wordOf = (id: string) => {
    if (id === 'true' || id === 'false') return yesOrNo(id === 'true');
    return fact === 'risk.level' ? say(`risk.${id as 'low'}`) : levelOf(id);
  };
  return (
    <Select
      label={factOf(fact)}
      value={value === undefined ? unknown : String(value)}
      onChange={(id) => {
        if (id === unknown) onChange(undefined);
        else onChange(id === 'true' || id === 'false' ? id === 'true' : id);
      }}
      choices={[
        { id: unknown, label: say('fact.unknown') },
        ...ids.map((id) => ({ id, label: wordOf(id) })),
      ]}
    />
  );
}

function FactField(props: FactFieldProps) {
  const { fact, value, onChange } = props;
  const say = useSay('flows');
  const { factOf, methodOf } = useFlowWords();
  const type = factTypeOf(fact);
  const label = factOf(fact);
  if (fact === 'user.enrolledMethods' || fact === 'session.methods')
    return (
      <CheckboxGroup
        label={label}
        hint={say('fact.methods.hint')}
        value={Array.isArray(value) ? (value as readonly string[]) : []}
        onChange={(chosen) =>
          onChange(
            chosen.length > 0 ? loginMethods.filter((one) => chosen.includes(one)) : undefined,
          )
        }
        choices={loginMethods.map((id) => ({ id, label: methodOf(id) }))}
        isOptional
      />
    );
  if (type?.type === 'boolean') return <ChoiceField {...props} ids={['true', 'false']} />;
  if (type?.type === 'scale') return <ChoiceField {...props} ids={type.scale} />;
  if (type?.type === 'number')
    return (
      <NumberField
        label={label}
        value={typeof value === 'number' ? value : Number.NaN}
        onChange={(number) => onChange(Number.isNaN(number) ? undefined : number)}
        minValue={type.min}
        maxValue={type.max}
        isOptional
      />
    );
  if (type?.type === 'list')
    return (
      <ListField
        label={label}
        value={Array.isArray(value) ? (value as readonly string[]) : []}
        onChange={(list) => onChange(list.length > 0 ? list : undefined)}
        isOptional
        isDisabled={false}
      />
    );
  return (
    <TextField
      label={label}
      value={value === undefined ? '' : String(value)}
      onChange={(text) => onChange(text || undefined)}
      isOptional
    />
  );
}

interface SimulatedFactFieldsProps {
  flow: LoginFlow;
  facts: SimulatedFacts;
  onChange: (facts: SimulatedFacts) => void;
}

/** Fields for the facts of a sign-in: those that decide in this flow, and others on demand. */
export function SimulatedFactFields({ flow, facts, onChange }: SimulatedFactFieldsProps) {
  const say = useSay('flows');
  const { factOf } = useFlowWords();
  const [added, setAdded] = useState<readonly string[]>([]);
  const asked = [...new Set([...factsToAsk(flow), ...added])];
  const others = Object.keys(loginFacts).filter(
    (fact) => !asked.includes(fact) && !/^(current\.|client\.)/.test(fact),
  );
  const set = (fact: string, value: FactValue | undefined) => {
    const { [fact]: _before, ...rest } = facts;
    onChange(value === undefined ? rest : { ...rest, [fact]: value });
  };
  return (
    <>
      {asked.map((fact) => (
        <FactField
          key={fact}
          fact={fact}
          value={facts[fact]}
          onChange={(value) => set(fact, value)}
        />
      ))}
      <Select
        label={say('fact.add')}
        value={null}
        onChange={(fact) => setAdded([...added, fact])}
        choices={others.map((id) => ({ id, label: factOf(id), hint: id }))}
        isOptional
      />
    </>
  );
}
