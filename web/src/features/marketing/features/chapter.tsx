import { type ReactNode, useId } from 'react';
import { Icon } from '@/shared/ui/icon';

interface Props {
  id: string;
  title: string;
  text: string;
  /** One line per capability. */
  points: readonly string[];
  /** Shows the picture left of the text. */
  flip?: boolean;
  children: ReactNode;
}

/** One tool in depth: its description beside a sample of its screen. */
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
