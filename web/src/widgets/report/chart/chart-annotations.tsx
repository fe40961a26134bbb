import { Link as RouteLink } from '@tanstack/react-router';
import type { Annotation, SeriesPoint } from '@/entities/analytics/analytics.types';
import { fieldLabel } from '@/entities/link/link-fields';
import { LinkText } from '@/entities/link/ui/link-chip';
import type { ChartNote } from '@/shared/charts/chart-notes';
import { t } from '@/shared/i18n/t';
import { formatDateTime } from '@/shared/lib/format';

const MAX_FIELDS = 3;

/** "Destination, End date", or the first two labels and the number of further ones. */
function formatFields(fields: readonly string[]): string {
  const labels = [...new Set(fields.map(fieldLabel))];
  if (labels.length <= MAX_FIELDS) return labels.join(', ');
  return t('{names} and {count} more', { names: labels.slice(0, 2).join(', '), count: labels.length - 2 });
}

function describeChange({ kind, fields }: Annotation): string {
  if (kind === 'deleted') return t('deleted');
  if (kind === 'restored') return t('restored');
  return fields.length > 0 ? t('changed {fields}', { fields: formatFields(fields) }) : t('changed');
}

function Change({ change, zone, linkId }: { change: Annotation; zone: string; linkId?: string }) {
  return (
    <>
      {!linkId && (
        <RouteLink to="/dashboard/links/$linkId" params={{ linkId: change.linkId }} search={{ tab: 'history' }}>
          <LinkText link={change} />
        </RouteLink>
      )}{' '}
      {describeChange(change)}
      <br />
      <span className="ui-muted ui-small">
        {formatDateTime(change.at, zone)}
        {change.actorName && `, ${change.actorName}`}
      </span>
    </>
  );
}

/** Changes to links, by the index of the bucket in which they happened. */
export function chartNotes(
  changes: readonly Annotation[],
  points: readonly Pick<SeriesPoint, 'start'>[],
  zone: string,
  linkId?: string,
): ReadonlyMap<number, readonly ChartNote[]> {
  const notes = new Map<number, ChartNote[]>();
  for (const change of changes) {
    const at = points.findLastIndex((point) => Date.parse(point.start) <= Date.parse(change.at));
    if (at < 0) continue;
    const note = {
      id: `${change.linkId} ${change.at}`,
      content: <Change change={change} zone={zone} linkId={linkId} />,
    };
    notes.set(at, [...(notes.get(at) ?? []), note]);
  }
  return notes;
}
