import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { t } from '@/shared/i18n/t';
import type { Selection } from '../hooks/use-selection';
import { Button } from './button';
import { Icon } from './icon';
import './selection-bar.css';

interface Props {
  selection: Pick<Selection<{ id: string }>, 'selected' | 'all' | 'none'>;
  /** Number of items of the list. */
  shown: number;
  /** Shown after the number of selected items. */
  note?: ReactNode;
  /** Selects more once all shown items are selected. */
  more?: ReactNode;
  /** The actions. On phones, only icons and texts with the class `selection-always` are shown. */
  children: ReactNode;
}

/** The bar of actions on the selected items of a list, of which there is at least one. */
export function SelectionBar({ selection, shown, note, more, children }: Props) {
  const { length } = selection.selected;
  const bar = useRef<HTMLDivElement>(null);
  // An action on the selected items ends the bar, which has the focus.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById('main')?.focus();
    };
  }, []);
  return (
    <div ref={bar} className="selection-bar" role="toolbar" aria-label={t('Selection')}>
      <b role="status">
        {t('{count} selected', { count: length })}
        {note && ', '}
        {note}
      </b>
      {length < shown && (
        <button type="button" className="selection-all" onClick={selection.all}>
          {t('Select all {shown}', { shown })}
        </button>
      )}
      {length === shown && more}
      {children}
      <Button size="sm" icon aria-label={t('Clear selection')} onClick={selection.none}>
        <Icon name="x" />
      </Button>
    </div>
  );
}
