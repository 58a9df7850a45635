import { useSay } from '../../kit/words/words-context.ts';
import { useLanguageName } from '../../parts/language-name.ts';

/** Names the fields of a branding, by their paths. */
export function useBrandingLabel(): (path: string) => string {
  const say = useSay('branding');
  const sayName = say as (key: string) => string;
  const nameOf = useLanguageName();
  return (path) => {
    const [group, name] = path.split('.');
    if (name === undefined) return sayName(`field.${path}`);
    if (group === 'texts') return say('field.texts', { language: nameOf(name) });
    if (group === 'links') return sayName(`field.${name}`);
    return `${say(group === 'colorsDark' ? 'colors.dark' : 'colors.light')}: ${sayName(`color.${name}`)}`;
  };
}
