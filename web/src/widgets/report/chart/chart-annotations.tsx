import { Link as RouteLink } from '@tanstack/react-router';
import type { Annotation, SeriesPoint } from '@/entities/analytics/analytics.types';
import { fieldLabel } from '@/entities/link/link-fields';
import type { ChartNote } from '@/shared/charts/chart-notes';
import { formatDateTime } from '@/shared/lib/format';

const MAX_FIELDS = 3;

/** "Destination, End date", or the first two labels and the number of further ones. */
function formatFields(fields: readonly string[]): string {
  const labels = [...new Set(fields.map(fieldLabel))];
  if (labels.length <= MAX_FIELDS) return labels.join(', ');
  return `${labels.slice(0, 2).join(', ')} and ${labels.length - 2} more`;
}

function describeChange({ kind, fields }: Annotation): string {
  if (kind === 'deleted') return 'deleted';
  if (kind === 'restored') return 'restored';
  return fields.length > 0 ? `changed ${formatFields(fields)}` : 'changed';
}

function Edit({ edit, zone, linkId }: { edit: Annotation; zone: string; linkId?: string }) {
  return (
    <>
      {!linkId && (
        <RouteLink to="/dashboard/links/$linkId" params={{ linkId: edit.linkId }} search={{ tab: 'history' }}>
          /{edit.alias}
        </RouteLink>
      )}{' '}
      {describeChange(edit)}
      <br />
      <span className="ui-muted ui-small">
        {formatDateTime(edit.at, zone)}
        {edit.actorName && `, ${edit.actorName}`}
      </span>
    </>
  );
}

/** What was changed about links, by the bucket of the chart that it happened in. */
export function chartNotes(
  edits: readonly Annotation[],
  points: readonly Pick<SeriesPoint, 'start'>[],
  zone: string,
  linkId?: string,
): ReadonlyMap<number, readonly ChartNote[]> {
  const notes = new Map<number, ChartNote[]>();
  for (const edit of edits) {
    const at = points.findLastIndex((point) => Date.parse(point.start) <= Date.parse(edit.at));
    if (at < 0) continue;
    const note = { id: `${edit.linkId} ${edit.at}`, content: <Edit edit={edit} zone={zone} linkId={linkId} /> };
    notes.set(at, [...(notes.get(at) ?? []), note]);
  }
  return notes;
}
