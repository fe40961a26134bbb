import { type ReactNode, useState } from 'react';
import { t } from '@/shared/i18n/t';
import { Popover } from '@/shared/ui/popover';
import './chart-notes.css';

/** Something that happened at a point of a chart. */
export interface ChartNote {
  id: string;
  content: ReactNode;
}

interface Props {
  notes: ReadonlyMap<number, readonly ChartNote[]>;
  /** How many buckets the chart has. */
  count: number;
  /** The title of a bucket. */
  title: (index: number) => string;
}

/** Markers below a chart for changes. Each opens its list of changes. */
export function ChartNotes({ notes, count, title }: Props) {
  return (
    <ul className="chart-notes" aria-label={t('Changes')}>
      {[...notes].map(([index, list]) => (
        <li key={index} style={{ left: `${((index + 0.5) / count) * 100}%` }}>
          <Mark
            label={t('{count, plural, one {# change} other {# changes}}, {index}', {
              count: list.length,
              index: title(index),
            })}
            title={title(index)}
            list={list}
          />
        </li>
      ))}
    </ul>
  );
}

function Mark({ label, title, list }: { label: string; title: string; list: readonly ChartNote[] }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="center"
      label={label}
      className="chart-note"
      trigger={
        <button type="button" className="note-mark" aria-label={label}>
          <i>{list.length > 1 ? list.length : ''}</i>
        </button>
      }
    >
      <b>{title}</b>
      <ul>
        {list.map((note) => (
          <li key={note.id}>{note.content}</li>
        ))}
      </ul>
    </Popover>
  );
}
