import { t } from '@/shared/i18n/t';
import { formatCount, formatFactor } from '@/shared/lib/format';

interface Props {
  at: number;
  count: number;
  title: string;
  label: string;
  value: number;
  /** Imported clicks, which are not in `value`. */
  imported?: number;
  before?: { title: string; value: number };
  /** How many times the usual it is, where that is worth a word. */
  usual?: number | null;
}

/** A line at a bucket with its figures beside it. */
export function Crosshair({ at, count, title, label, value, imported, before, usual }: Props) {
  const middle = (at + 0.5) / count;
  return (
    <div className="chart-cross" style={{ left: `${middle * 100}%` }} data-side={middle > 0.5 ? 'left' : 'right'}>
      <div className="ui-popover" aria-hidden="true">
        <b>{title}</b>
        <dl>
          <dt>{label}</dt>
          <dd>{formatCount(value)}</dd>
          {imported !== undefined && (
            <>
              <dt className="chart-hatched">{t('Imported')}</dt>
              <dd>{formatCount(imported)}</dd>
            </>
          )}
          {before && (
            <>
              <dt className="chart-dashed">{before.title}</dt>
              <dd>{formatCount(before.value)}</dd>
            </>
          )}
        </dl>
      </div>
      {usual && (
        <span className="ui-badge ui-accent" aria-hidden="true">
          {t('{factor}× usual', { factor: formatFactor(usual) })}
        </span>
      )}
    </div>
  );
}
