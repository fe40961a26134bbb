import { Link as RouteLink } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useFolderDenied } from '@/entities/label/use-labels-by-id';
import type { LinkBase } from '@/entities/link/link.types';
import { PermissionItem } from '@/entities/workspace/ui/permission-controls';
import { canShare } from '@/shared/lib/share';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { useLinkActions } from './link-actions';
import { copyShortLink, shareLink } from './share-link';

interface Props {
  link: LinkBase;
  trigger: ReactElement<object>;
  onEdit: () => void;
  onDelete: () => void;
  /** Omits the item that opens the link's own screen. */
  here?: boolean;
}

/** The actions of one link. */
export function LinkMenu({ link, trigger, onEdit, onDelete, here }: Props) {
  const { archive, unarchive } = useLinkActions();
  const denied = useFolderDenied(link.folderId);
  return (
    <Menu trigger={trigger} tip="More">
      {!here && (
        <MenuItem asChild>
          <RouteLink className="ui-item" to="/dashboard/links/$linkId" params={{ linkId: link.id }}>
            <Icon name="chart" />
            Analytics
          </RouteLink>
        </MenuItem>
      )}
      <MenuItem onSelect={() => void copyShortLink(link)}>
        <Icon name="copy" />
        Copy short link
      </MenuItem>
      {canShare() && (
        <MenuItem onSelect={() => void shareLink(link)}>
          <Icon name="external" />
          Share…
        </MenuItem>
      )}
      <PermissionItem permission="links:write" denied={denied} onSelect={onEdit}>
        <Icon name="edit" />
        Edit
        <span className="ui-end">
          <kbd>E</kbd>
        </span>
      </PermissionItem>
      <PermissionItem permission="links:write" denied={denied} asChild>
        <RouteLink className="ui-item" to="/dashboard/qr-codes" search={{ new: 1, linkId: link.id }}>
          <Icon name="qr" />
          QR code
        </RouteLink>
      </PermissionItem>
      <MenuItem asChild>
        <a className="ui-item" href={`${link.shortUrl}+`} target="_blank" rel="noreferrer">
          <Icon name="eye" />
          Preview page
        </a>
      </MenuItem>
      <PermissionItem permission="links:write" asChild>
        <RouteLink className="ui-item" to="/dashboard/links" search={{ new: 'link', copy: link.id }}>
          <Icon name="plus" />
          Duplicate
        </RouteLink>
      </PermissionItem>
      <MenuRule />
      {link.status === 'archived' ? (
        <PermissionItem permission="links:write" denied={denied} onSelect={() => void unarchive([link])}>
          <Icon name="box" />
          Unarchive
        </PermissionItem>
      ) : (
        <PermissionItem permission="links:write" denied={denied} onSelect={() => void archive([link])}>
          <Icon name="box" />
          Archive
        </PermissionItem>
      )}
      <PermissionItem permission="links:write" denied={denied} danger onSelect={onDelete}>
        <Icon name="trash" />
        Delete
      </PermissionItem>
    </Menu>
  );
}
