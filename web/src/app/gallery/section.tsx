import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** Small components in a row, fields and panels in a grid, or one below the other at full width. */
  layout?: 'row' | 'grid' | 'stack';
  children: ReactNode;
}

/** A part of the gallery: one component in its states. */
export function Section({ title, layout = 'row', children }: Props) {
  const id = useId();
  return (
    <section className="gallery-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div data-layout={layout}>{children}</div>
    </section>
  );
}
