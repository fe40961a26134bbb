import { Link as RouteLink } from '@tanstack/react-router';
import type { Annotation, SeriesPoint } from '@/entities/analytics/analytics.types';
import type { ChartNote } from '@/shared/charts/chart-notes';
import { formatDateTime } from '@/shared/lib/format';

/** The fields by which visitors notice a change; of the others only their number is told. */
const FIELDS: Record<string, string> = {
  alias: 'alias',
  url: 'destination',
  status: 'status',
  startsAt: 'start',
  expiresAt: 'end',
  maxClicks: 'click limit',
  fallbackUrl: 'fallback',
  password: 'password',
  hasPassword: 'password',
  rules: 'rules',
  split: 'split',
  forwardQuery: 'query forwarding',
  redirectStatus: 'redirect',
  title: 'title',
  comments: 'note',
  tags: 'tags',
  folderId: 'folder',
};

function formatFields(fields: readonly string[]): string {
  const named = [...new Set(fields.map((field) => FIELDS[field] ?? (field.startsWith('utm.') ? 'UTM' : 'preview')))];
  return named.length > 3 ? `${named.slice(0, 2).join(', ')} and ${named.length - 2} more` : named.join(', ');
}

function describeChange({ kind, fields }: Annotation): string {
  if (kind === 'deleted') return 'deleted';
  if (kind === 'restored') return 'brought back';
  return fields.length > 0 ? `new ${formatFields(fields)}` : 'changed';
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
