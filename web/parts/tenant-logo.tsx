import { useMedia } from '../kit/media.ts';
import styles from './tenant-logo.module.css';

const pathIn = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;

/** Whether the tenant has a logo: the hub writes its path into the page. */
export const hasLogo = (): boolean => pathIn('logo') !== undefined;

/** The logo of the tenant, for the scheme of the page. */
export function TenantLogo({ name }: { name: string }) {
  const prefersDark = useMedia('(prefers-color-scheme: dark)');
  const isDark = (document.documentElement.dataset['theme'] ?? (prefersDark && 'dark')) === 'dark';
  const src = (isDark ? pathIn('logo-dark') : undefined) ?? pathIn('logo');
  return <img className={styles['logo']} src={src} alt={name} />;
}
