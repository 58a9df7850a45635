import type { ReactNode } from 'react';
import { sample } from './settings.ts';

/** A page of the gallery outside of any frame. */
export const Specimens = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="gallery">
    <h1>{title}</h1>
    {children}
  </main>
);

/** States of one component, side by side. */
export const Specimen = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2>{sample(title)}</h2>
    <div className="gallery-row">{children}</div>
  </section>
);

export const Grid = ({ children }: { children: ReactNode }) => (
  <div className="gallery-grid">{children}</div>
);
