import { useState } from 'react';
import type { PageResponse } from '@/entities/bio-page/bio-page-responses';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { formatDateTime } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { type Column, DataTable } from '@/shared/ui/data-table';
import { Icon } from '@/shared/ui/icon';
import { Popover } from '@/shared/ui/popover';

interface Props {
  responses: readonly PageResponse[];
  busy: boolean;
  onDelete: (response: PageResponse) => void;
}

/** The responses with the form and the time of each, in the time zone of the workspace. */
export function ResponseTable({ responses, busy, onDelete }: Props) {
  const zone = useEntryZone();
  const columns: Column<PageResponse>[] = [
    { key: 'email', head: 'Email', cell: ({ email }) => <a href={`mailto:${email}`}>{email}</a> },
    { key: 'form', head: 'Form', cell: ({ form }) => form },
    {
      key: 'at',
      head: 'Received',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt, zone)}</time>,
    },
    {
      key: 'actions',
      head: <span className="ui-sr-only">Actions</span>,
      cell: (response) => (
        <span className="responses-actions">
          <Consent response={response} />
          <Button
            icon
            size="sm"
            tone="quiet"
            aria-label={`Delete the response of ${response.email}`}
            onClick={() => onDelete(response)}
          >
            <Icon name="trash" />
          </Button>
        </span>
      ),
    },
  ];
  return (
    <div className="ui-panel responses-table">
      <DataTable caption="Responses" columns={columns} rows={responses} rowKey={({ id }) => id} busy={busy} />
      <p className="ui-hint">Times are in {zone}, the time zone of this workspace.</p>
    </div>
  );
}

/** The text that the visitor agreed to, on demand. */
function Consent({ response: { email, consent } }: { response: PageResponse }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Consent"
      trigger={
        <Button size="sm" tone="quiet" aria-label={`Consent of ${email}`}>
          Consent
        </Button>
      }
    >
      <div className="responses-consent">
        <h2>The visitor agreed to</h2>
        <p>{consent}</p>
      </div>
    </Popover>
  );
}
