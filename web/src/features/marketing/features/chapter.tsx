import { type ReactNode, useId } from 'react';
import { Icon } from '@/shared/ui/icon';

interface Props {
  id: string;
  title: string;
  text: string;
  /** What it does, each in one line. */
  points: readonly string[];
  /** The picture stands left of the words. */
  flip?: boolean;
  children: ReactNode;
}

/** One tool in depth: the words, and beside them the tool itself. */
export function Chapter({ id, title, text, points, flip, children }: Props) {
  const titleId = useId();
  return (
    <section
      id={id}
      className={flip ? 'site-wrap features-chapter features-flip' : 'site-wrap features-chapter'}
      aria-labelledby={titleId}
    >
      <div className="chapter-text">
        <h2 id={titleId}>{title}</h2>
        <p>{text}</p>
        <ul className="mini-ticks">
          {points.map((point) => (
            <li key={point}>
              <Icon name="check" />
              {point}
            </li>
          ))}
        </ul>
      </div>
      <div className="chapter-stage">{children}</div>
    </section>
  );
}
