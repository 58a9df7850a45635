import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Download } from 'lucide-react';
import { saveAsFile } from '../content/take-away.ts';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { toCsv } from '../table/csv.ts';
import { useFormats, useSay } from '../words/words-context.ts';
import styles from './chart.module.css';

/** The width of an element, which charts are drawn for: text keeps its size. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, Math.round(width)];
}

export interface ChartFrameProps {
  title: string;
  /** What the pointer is over, in words. */
  readout?: ReactNode;
  /** The same in a table: columns and rows. */
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  children: ReactNode;
}

/** A chart with its title, and the same data in a table that can be saved as CSV. */
export function ChartFrame({ title, readout, columns, rows, children }: ChartFrameProps) {
  const say = useSay('kit');
  const formats = useFormats();
  const id = useId();
  const save = () =>
    saveAsFile(toCsv([columns, ...rows]), { name: `${title}.csv`, type: 'text/csv' });
  const shown = (value: string | number) =>
    typeof value === 'number' ? formats.formatNumber(value) : value;
  return (
    <figure className={styles['chart']} aria-labelledby={id}>
      <div className={styles['head']}>
        <figcaption id={id} className={styles['title']}>
          {title}
        </figcaption>
        <div className={styles['readout']}>{readout}</div>
      </div>
      {children}
      <details className={styles['details']}>
        <summary>{say('chart.table')}</summary>
        <div className={styles['tableTools']}>
          <Button size="small" kind="quiet" onPress={save}>
            <Icon of={Download} />
            {say('chart.csv')}
          </Button>
        </div>
        <div className={styles['tableScroll']} tabIndex={0} role="region" aria-label={title}>
          <table className={styles['table']}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([head = '', ...cells], row) => (
                <tr key={row}>
                  <th scope="row">{shown(head)}</th>
                  {cells.map((value, index) => (
                    <td key={index}>{shown(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
