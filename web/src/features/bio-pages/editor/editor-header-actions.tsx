import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { copyText } from '@/shared/lib/clipboard';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { toast } from '@/shared/ui/toast';
import { UndoButtons } from '@/shared/ui/undo-buttons';
import { useEditorActions, useEditorState } from './editor-context';

const PublishDialog = lazyPart(() => import('./publish/publish-dialog'), 'PublishDialog');
const HistoryDialog = lazyPart(() => import('./publish/history-dialog'), 'HistoryDialog');

/** Undo, redo, the public page, the versions and publishing. */
export function EditorHeaderActions() {
  const { canUndo, canRedo, page } = useEditorState();
  const { undo, redo } = useEditorActions();
  const [dialog, setDialog] = useState<'publish' | 'history' | null>(null);
  const published = page.publishedRevision !== null;

  async function copy() {
    const copied = await copyText(page.url);
    toast(copied ? { title: 'URL copied' } : { title: 'The browser refused to copy', text: page.url, tone: 'bad' });
  }

  return (
    <>
      <UndoButtons canUndo={canUndo} canRedo={canRedo} undo={undo} redo={redo} />
      <Menu
        trigger={
          <Button icon tone="quiet" aria-label="More actions">
            <Icon name="more" />
          </Button>
        }
      >
        {published && (
          <MenuItem asChild>
            <a className="ui-item" href={page.url} target="_blank" rel="noreferrer">
              Open public page
            </a>
          </MenuItem>
        )}
        <MenuItem asChild>
          <Link
            className="ui-item"
            to="/dashboard/bio-pages/$pageId"
            params={{ pageId: page.id }}
            search={{ tab: 'insights' }}
          >
            Insights
          </Link>
        </MenuItem>
        <MenuItem onSelect={() => void copy()}>Copy URL</MenuItem>
        <MenuRule />
        <MenuItem onSelect={() => setDialog('history')}>Version history</MenuItem>
      </Menu>
      <PermissionButton permission="links:write" tone="primary" onClick={() => setDialog('publish')}>
        Publish
      </PermissionButton>
      {dialog === 'publish' && <PublishDialog onClose={() => setDialog(null)} />}
      {dialog === 'history' && <HistoryDialog onClose={() => setDialog(null)} />}
    </>
  );
}
