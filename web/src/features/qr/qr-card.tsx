import { Link as RouteLink } from '@tanstack/react-router';
import { shortDestination } from '@/entities/link/destination';
import { LinkChip } from '@/entities/link/ui/link-chip';
import { useCodeName } from '@/entities/qr-code/code-name';
import { describeStatic } from '@/entities/qr-code/describe-static';
import { savedContent } from '@/entities/qr-code/qr-code.queries';
import type { QrCode, QrFormat } from '@/entities/qr-code/qr-code.types';
import { QrPicture } from '@/entities/qr-code/qr-picture';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { messageOf } from '@/shared/api/errors';
import { ModuleBars } from '@/shared/charts/module-bars';
import { formatCount, plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Checkbox } from '@/shared/ui/checkbox';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem } from '@/shared/ui/menu';
import { toast } from '@/shared/ui/toast';
import { FORMATS } from './formats';
import { useCodeDenials } from './use-code-denials';

interface Props {
  code: QrCode;
  selected: boolean;
  /** Toggles the code, or with `range` all codes between it and the last toggled one. */
  onToggle: (range: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** Downloads the code. Loaded on first use. */
async function save(code: QrCode, format: QrFormat): Promise<void> {
  try {
    const { download } = await import('./download');
    await download(code, format);
  } catch (error) {
    toast({ title: 'Couldn’t download the QR code', text: messageOf(error), tone: 'bad' });
  }
}

/** One QR code with its link, scans, downloads and actions. */
export function QrCard({ code, selected, onToggle, onEdit, onDelete }: Props) {
  const { link } = code;
  const denied = useCodeDenials([code])(code);
  const name = useCodeName()(code);
  return (
    <li className="qr-card" data-row={code.id}>
      <QrPicture {...savedContent(code)} look={code.look} />
      <div className="qr-facts">
        <div className="qr-head">
          <h2 className="ui-truncate">
            {code.name ?? (link ? (link.title ?? shortDestination(link.url)) : code.label)}
          </h2>
          <Checkbox
            checked={selected}
            aria-label={`Select ${name}`}
            onChange={() => {}}
            onClick={(event) => onToggle(event.shiftKey)}
          />
        </div>
        {link && code.linkId && <LinkChip link={link} linkId={code.linkId} />}
        {code.staticContent && (
          <p className="ui-small ui-truncate" title={describeStatic(code.staticContent)}>
            {describeStatic(code.staticContent)}
          </p>
        )}
        <p className="qr-scans">
          {code.scans === null ? (
            <span className="ui-muted">Scans are not counted</span>
          ) : (
            <>
              <RouteLink
                to="/dashboard/qr-codes/$codeId/scans"
                params={{ codeId: code.id }}
                aria-label={`${plural(code.scans, 'scan')} of ${name}`}
              >
                <b>{formatCount(code.scans)}</b> {code.scans === 1 ? 'scan' : 'scans'}
              </RouteLink>
              {code.spark && <ScanSpark scans={code.spark} />}
              {!code.ownScans && <span className="ui-muted"> across older codes of this link</span>}
            </>
          )}
        </p>
        <div className="qr-actions">
          <Menu
            align="start"
            trigger={
              <Button size="sm" aria-label={`Download ${name}`}>
                <Icon name="download" />
                Download
              </Button>
            }
          >
            {FORMATS.map(({ format, text }) => (
              <MenuItem key={format} onSelect={() => void save(code, format)}>
                {text}
              </MenuItem>
            ))}
          </Menu>
          <PermissionButton
            permission="links:write"
            denied={denied}
            tip="Edit"
            size="sm"
            icon
            tone="quiet"
            aria-label={`Edit ${name}`}
            onClick={onEdit}
          >
            <Icon name="edit" />
          </PermissionButton>
          <PermissionButton
            permission="links:write"
            denied={denied}
            tip="Delete"
            size="sm"
            icon
            tone="quiet"
            aria-label={`Delete ${name}`}
            onClick={onDelete}
          >
            <Icon name="trash" />
          </PermissionButton>
        </div>
      </div>
    </li>
  );
}

/** The scans of the last 30 days. */
function ScanSpark({ scans }: { scans: readonly number[] }) {
  const total = scans.reduce((sum, day) => sum + day, 0);
  return <ModuleBars size="sm" rows={6} open values={scans} label={`${plural(total, 'scan')} in the last 30 days`} />;
}
