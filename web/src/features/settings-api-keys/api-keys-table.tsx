import type { ApiKey } from '@/entities/api-key/api-key.queries';
import { describeScopes } from '@/entities/api-key/scopes';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { useMedia } from '@/shared/hooks/use-media';
import { useNow } from '@/shared/hooks/use-now';
import { t } from '@/shared/i18n/t';
import { formatAgo, formatDate, formatDateTime, plural } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { type Column, DataTable } from '@/shared/ui/data-table';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { PanelItem } from '@/shared/ui/panel-item';

/** An action that opens a dialog. */
export type KeyAction = 'edit' | 'rotate' | 'signature' | 'revoke';

interface Props {
  keys: readonly ApiKey[];
  onAction: (action: KeyAction, key: ApiKey) => void;
}

const REFRESH_MS = 30_000;

/** The API keys as a table; on phones as a list. */
export function ApiKeysTable({ keys, onAction }: Props) {
  const phone = useMedia('(max-width: 767px)');
  const zone = useEntryZone();
  const now = new Date(useNow(REFRESH_MS) + REFRESH_MS);
  if (phone) {
    return (
      <ul className="ui-panel mt-6" aria-label="API keys">
        {keys.map((key) => (
          <PanelItem key={key.id} className="key-item">
            <KeyName apiKey={key} />
            <KeyMenu apiKey={key} onAction={onAction} />
            <p className="ui-small ui-muted">
              {describeScopes(key.scopes)}
              <br />
              {[usedText(key, now), expiryText(key, zone), `by ${key.createdByName}`].join(' · ')}
            </p>
          </PanelItem>
        ))}
      </ul>
    );
  }
  const columns: Column<ApiKey>[] = [
    { key: 'name', head: 'Name', cell: (key) => <KeyName apiKey={key} /> },
    { key: 'access', head: 'Access', cell: (key) => <Access apiKey={key} /> },
    { key: 'user', head: 'Created by', cell: (key) => key.createdByName },
    { key: 'used', head: 'Last used', cell: (key) => <LastUse apiKey={key} now={now} /> },
    { key: 'expires', head: 'Expires', cell: (key) => expiryText(key, zone, true) },
    {
      key: 'menu',
      head: <span className="ui-sr-only">Actions</span>,
      numeric: true,
      cell: (key) => <KeyMenu apiKey={key} onAction={onAction} />,
    },
  ];
  return (
    <div className="ui-panel mt-6">
      <DataTable caption="API keys" columns={columns} rows={keys} rowKey={({ id }) => id} />
    </div>
  );
}

/** The name and the prefix, with a badge for keys that do not work and for a rotation in progress. */
function KeyName({ apiKey: { name, prefix, status, previousExpiresAt } }: { apiKey: ApiKey }) {
  const zone = useEntryZone();
  return (
    <div className="key-name">
      <span>
        <b>{name}</b>
        {status === 'expired' && <Badge tone="bad">Expired</Badge>}
        {status === 'disabled' && <Badge tone="bad">Disabled</Badge>}
      </span>
      <span className="ui-mono ui-small ui-muted">{prefix}…</span>
      {status === 'disabled' && (
        <span className="ui-small">Its user left or is suspended. Rotate the key to make it yours.</span>
      )}
      {previousExpiresAt && (
        <span className="ui-small ui-muted">Previous secret works until {formatDateTime(previousExpiresAt, zone)}</span>
      )}
    </div>
  );
}

function Access({ apiKey: { scopes, networks } }: { apiKey: ApiKey }) {
  return (
    <div className="key-access">
      {describeScopes(scopes)}
      {networks.length > 0 && (
        <span className="ui-small ui-muted">
          From{' '}
          {networks.length === 1 ? <span className="ui-mono">{networks[0]}</span> : plural(networks.length, 'network')}
        </span>
      )}
    </div>
  );
}

function LastUse({ apiKey: { lastUsedAt, lastUsedNetwork, lastUsedPlace }, now }: { apiKey: ApiKey; now: Date }) {
  if (!lastUsedAt) return 'Never';
  return (
    <div className="key-access">
      <time dateTime={lastUsedAt}>{formatAgo(lastUsedAt, now)}</time>
      {lastUsedPlace && <span className="ui-small ui-muted">{lastUsedPlace}</span>}
      <span className="ui-small ui-muted ui-mono">{lastUsedNetwork}</span>
    </div>
  );
}

function usedText({ lastUsedAt }: ApiKey, now: Date): string {
  return lastUsedAt ? `used ${formatAgo(lastUsedAt, now)}` : 'never used';
}

function expiryText({ expiresAt, status }: ApiKey, zone: string, short = false): string {
  if (!expiresAt) return short ? 'Never' : 'no expiry';
  const date = formatDate(expiresAt, zone);
  if (short) return date;
  return status === 'expired' ? `expired ${date}` : `expires ${date}`;
}

function KeyMenu({ apiKey, onAction }: { apiKey: ApiKey; onAction: Props['onAction'] }) {
  return (
    <Menu
      trigger={
        <Button icon tone="quiet" size="sm" aria-label={`Actions for ${apiKey.name}`}>
          <Icon name="more" />
        </Button>
      }
    >
      <MenuItem onSelect={() => onAction('edit', apiKey)}>Edit…</MenuItem>
      <MenuItem onSelect={() => onAction('rotate', apiKey)}>Rotate…</MenuItem>
      {apiKey.yourlsSignature && (
        <MenuItem onSelect={() => onAction('signature', apiKey)}>{t('Show signature…')}</MenuItem>
      )}
      <MenuRule />
      <MenuItem danger onSelect={() => onAction('revoke', apiKey)}>
        Revoke…
      </MenuItem>
    </Menu>
  );
}
