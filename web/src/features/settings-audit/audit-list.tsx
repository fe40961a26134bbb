import { useState } from 'react';
import type { AuditEntry } from '@/entities/audit/audit.queries';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { formatDateTime } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { PanelItem } from '@/shared/ui/panel-item';
import { AuditChanges } from './audit-changes';

/** The entries as sentences, each with its changes on demand. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ul className="ui-panel" aria-label="Audit log">
      {entries.map((entry) => (
        <AuditItem key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function AuditItem({ entry }: { entry: AuditEntry }) {
  const zone = useEntryZone();
  const [open, setOpen] = useState(false);
  const { actor, summary, at, network, before, after, labels, erased } = entry;
  const hasChanges = before !== null || after !== null;
  return (
    <PanelItem className="audit-item">
      <p>
        <b>{actor.name}</b> {summary}
      </p>
      <p className="ui-small ui-muted">
        <time dateTime={at}>{formatDateTime(at, zone)}</time>
        {network && (
          <>
            {' · '}
            <span className="ui-mono">{network}</span>
          </>
        )}
        {erased && ' · details erased'}
      </p>
      {hasChanges && (
        <Button
          icon
          tone="quiet"
          size="sm"
          aria-expanded={open}
          aria-label={`Details of “${actor.name} ${summary}”`}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'up' : 'down'} />
        </Button>
      )}
      {open && <AuditChanges before={before} after={after} labels={labels} />}
    </PanelItem>
  );
}
