import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { copyText } from '@/shared/lib/clipboard';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { toast } from '@/shared/ui/toast';
import { UndoButtons } from '@/shared/ui/undo-buttons';
import { focusBlock } from './blocks/block-card';
import { useEditorActions, useEditorState } from './editor-context';

const PublishDialog = lazyPart(() => import('./publish/publish-dialog'), 'PublishDialog');
const HistoryDialog = lazyPart(() => import('./publish/history-dialog'), 'HistoryDialog');

interface Props {
  /** Opens the form of a block. */
  onBlock: (id: string) => void;
}

/** Undo, redo, the public page, the versions and publishing. */
export function EditorHeaderActions({ onBlock }: Props) {
  const { canUndo, canRedo, canPublish, page } = useEditorState();
  const { undo, redo } = useEditorActions();
  const [dialog, setDialog] = useState<'publish' | 'history' | null>(null);
  const published = page.publishedRevision !== null;
  const publishButton = useRef<HTMLButtonElement>(null);
  const chosen = useRef('');

  function openBlock(id: string) {
    chosen.current = id;
    setDialog(null);
    onBlock(id);
  }

  /** The dialog was closed: moves the focus to the block that was chosen in it, or back to its button. */
  function focusAfterPublish() {
    if (!focusBlock(chosen.current)) publishButton.current?.focus();
    chosen.current = '';
  }

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
      <PermissionButton
        ref={publishButton}
        permission="links:write"
        tone={canPublish ? 'primary' : 'plain'}
        denied={canPublish ? undefined : 'Visitors see this version.'}
        onClick={() => setDialog('publish')}
      >
        Publish
      </PermissionButton>
      {dialog === 'publish' && (
        <PublishDialog onBlock={openBlock} onClose={() => setDialog(null)} focusAfter={focusAfterPublish} />
      )}
      {dialog === 'history' && <HistoryDialog onClose={() => setDialog(null)} />}
    </>
  );
}
