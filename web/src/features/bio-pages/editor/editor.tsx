import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PRODUCT } from '@/shared/config/product';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { useMedia } from '@/shared/hooks/use-media';
import { Button, buttonClass } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { EditorLayout } from '@/shared/ui/editor-layout';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Skeleton } from '@/shared/ui/skeleton';
import { TabList, tabPanelProps } from '@/shared/ui/tab-list';
import { BlocksTab } from './blocks/blocks-tab';
import { DesignTab } from './design/design-tab';
import { DraftGuard } from './draft-guard';
import { useDraft, useEditorState } from './editor-context';
import { EditorHeaderActions } from './editor-header-actions';
import { EDITOR_TABS, type EditorTab } from './editor-tabs';
import { PhonePreview } from './preview/phone-preview';
import { ConflictDialog } from './publish/conflict-dialog';
import { SaveStatus } from './save-status';
import { SettingsTab } from './settings/settings-tab';

const ResponsesTab = lazyPart(() => import('../responses/responses-tab'), 'ResponsesTab', <Skeleton height={280} />);

interface Props {
  tab: EditorTab;
  onTab: (tab: EditorTab) => void;
}

/** The tabs of the page beside its preview. On narrow screens the preview opens as a sheet. */
export function Editor({ tab, onTab }: Props) {
  const draft = useDraft();
  const { page, save } = useEditorState();
  const wide = useMedia('(min-width: 1100px)');
  const [openId, setOpenId] = useState<string | null>(null);
  const [previewing, setPreviewing] = useState(false);

  const select = useEventCallback((id: string) => {
    setPreviewing(false);
    setOpenId(id);
    onTab('blocks');
  });
  const preview = <PhonePreview onBlock={select} />;
  const previewable = tab !== 'responses';
  const label = EDITOR_TABS.find(({ value }) => value === tab)?.label ?? '';

  return (
    <>
      <title>{`${draft.title} · Bio pages · ${PRODUCT}`}</title>
      <EditorLayout
        title={draft.title || 'Untitled page'}
        back={
          <Link to="/dashboard/bio-pages" className={buttonClass({ icon: true, tone: 'quiet' })} aria-label="Bio pages">
            <Icon name="left" />
          </Link>
        }
        status={<SaveStatus />}
        actions={
          <>
            {!wide && previewable && (
              <Button onClick={() => setPreviewing(true)}>
                <Icon name="phone" />
                Preview
              </Button>
            )}
            <EditorHeaderActions onBlock={select} />
          </>
        }
        canvasLabel="Page"
        canvas={
          <>
            <TabList id="bio" label="Parts of the page" value={tab} tabs={EDITOR_TABS} onChange={onTab} />
            <div className="bio-tab" {...tabPanelProps('bio', label)}>
              {tab === 'blocks' && <BlocksTab openId={openId} onOpen={setOpenId} />}
              {tab === 'design' && <DesignTab />}
              {tab === 'settings' && <SettingsTab />}
              {tab === 'responses' && <ResponsesTab pageId={page.id} />}
            </div>
          </>
        }
        inspectorLabel="Preview"
        inspector={wide && previewable ? preview : undefined}
      />
      {previewing && !wide && (
        <Dialog open onClose={() => setPreviewing(false)} title="Preview" place="side" width={480}>
          {preview}
        </Dialog>
      )}
      {save.kind === 'conflict' && <ConflictDialog />}
      <DraftGuard />
    </>
  );
}
