import { createContext, use } from 'react';
import type { Branding } from '@platform/sdk';
import { Button } from '../../kit/controls/button.tsx';
import { ColorField } from '../../kit/controls/color-field.tsx';
import { Tabs } from '../../kit/controls/tabs.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { PreviewedField } from './branding-fields.tsx';
import type { BrandingFieldProps } from './branding-fields.tsx';
import { colorNames } from './branding-values.ts';
import type { ColorName } from './branding-values.ts';
import { brandingRoute } from './branding-routes.ts';
import styles from './branding.module.css';

export type ContrastCheck = Branding['accessibility']['checks'][number];
type Scheme = ContrastCheck['scheme'];

/** The contrast of the colors as they are in the form. */
export const ContrastChecks = createContext<readonly ContrastCheck[]>([]);

interface ContrastProps {
  scheme: Scheme;
  name: ColorName;
  onUse?: (color: string) => void;
}

/** The lowest contrast of a color with what is behind it, and the nearest color that has enough. */
function Contrast({ scheme, name, onUse }: ContrastProps) {
  const say = useSay('branding');
  const { formatNumber } = useFormats();
  const checks = use(ContrastChecks).filter(
    (check) => check.scheme === scheme && check.pair.startsWith(`${name}/`),
  );
  const [lowest] = checks.toSorted((a, b) => a.ratio / a.required - b.ratio / b.required);
  if (!lowest) return null;
  const [ratio, required] = [formatNumber(lowest.ratio), formatNumber(lowest.required)];
  const { nearest } = lowest;
  if (nearest === null)
    return <span className={styles['quiet']}>{say('contrast.passes', { ratio })}</span>;
  return (
    <span className={styles['contrast']}>
      <span className={styles['fault']}>{say('contrast.fails', { ratio, required })}</span>
      {onUse && (
        <Button size="small" onPress={() => onUse(nearest)}>
          {say('contrast.use', { color: nearest })}
        </Button>
      )}
    </span>
  );
}

function Palette({ form, isReadOnly, scheme }: BrandingFieldProps & { scheme: Scheme }) {
  const say = useSay('branding');
  const group = scheme === 'light' ? 'colors' : 'colorsDark';
  return (
    <div className={styles['palette']}>
      {colorNames.map((name) => (
        <PreviewedField
          key={name}
          form={form}
          name={`${group}.${name}`}
          label={say(`color.${name}`)}
        >
          {(field) => (
            <ColorField
              {...field}
              placeholder={say('colors.default')}
              isReadOnly={isReadOnly}
              isOptional
              hint={
                <Contrast
                  scheme={scheme}
                  name={name}
                  onUse={isReadOnly ? undefined : field.onChange}
                />
              }
            />
          )}
        </PreviewedField>
      ))}
    </div>
  );
}

/** The colors of both schemes. The preview shows the scheme whose colors are open. */
export function ColorFields(props: BrandingFieldProps) {
  const say = useSay('branding');
  const search = brandingRoute.useSearch();
  const { scheme = 'light' } = search;
  const navigate = brandingRoute.useNavigate();
  return (
    <Tabs
      label={say('group.colors')}
      selected={scheme}
      onSelect={(id) =>
        void navigate({
          search: { ...search, scheme: id === 'dark' ? 'dark' : 'light' },
          replace: true,
          resetScroll: false,
        })
      }
      tabs={(['light', 'dark'] as const).map((id) => ({
        id,
        label: say(`colors.${id}`),
        content: <Palette {...props} scheme={id} />,
      }))}
    />
  );
}
