import type { DnsRecord } from '@/entities/domain/domain.types';
import { Badge } from '@/shared/ui/badge';
import { CopyButton } from '@/shared/ui/copy-button';

/** Seconds. Short, so that a mistake is corrected quickly. */
export const RECORD_TTL = '300';

interface Props {
  record: DnsRecord;
  /** Whether the server has looked the record up. */
  checked: boolean;
}

/** A DNS record with its parts to copy, and what a DNS lookup finds instead. */
export function RecordCard({ record, checked }: Props) {
  const { type, name, value, error } = record;
  return (
    <article className="ui-panel domain-record">
      <header>
        <h3>{type} record</h3>
        <RecordBadge record={record} checked={checked} />
      </header>
      <dl>
        <Part label="Type" text={type} what={`the type ${type}`} />
        <Part label="Name" text={name} what={`the name of the ${type} record`} />
        <Part label="Value" text={value} what={`the value of the ${type} record`} />
        <Part label="TTL" text={RECORD_TTL} what={`the TTL of the ${type} record`} />
      </dl>
      {error ? <p className="domain-found ui-muted">{error}</p> : <Found record={record} checked={checked} />}
    </article>
  );
}

/** The values that a lookup returned instead of the expected one. */
function Found({ record: { ok, found, foundAt }, checked }: Props) {
  if (!checked || ok) return null;
  if (foundAt) {
    return (
      <p className="domain-found ui-muted">
        The value is at <span className="ui-mono">{foundAt}</span>. Create the record at the name above. If your
        provider adds the zone to each name, enter the name without it.
      </p>
    );
  }
  if (found.length === 0) return null;
  return (
    <div className="domain-found">
      <span className="ui-muted">Found instead</span>
      <ul>
        {found.map((entry) => (
          <li key={entry} className="ui-mono">
            {entry}
          </li>
        ))}
      </ul>
    </div>
  );
}

function RecordBadge({ record: { ok, found, foundAt, error }, checked }: Props) {
  if (ok) return <Badge tone="ok">Found</Badge>;
  if (!checked) return <Badge>Not checked yet</Badge>;
  if (error) return <Badge tone="hot">Lookup failed</Badge>;
  if (foundAt) return <Badge tone="bad">Different name</Badge>;
  return found.length > 0 ? <Badge tone="bad">Different value</Badge> : <Badge tone="hot">Not found yet</Badge>;
}

function Part({ label, text, what }: { label: string; text: string; what: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className="ui-mono">{text || 'unknown'}</span>
        {text && <CopyButton text={text} what={what} size="sm" />}
      </dd>
    </div>
  );
}
