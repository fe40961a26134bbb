import { useRef, useState } from 'react';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { newBlockId } from '@/entities/bio-page/block-id';
import { useCreateLink } from '@/entities/link/create-link';
import { plural } from '@/shared/lib/format';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { toast } from '@/shared/ui/toast';
import type { BlockType } from '../block-type';
import { useDraft, useEditorActions } from '../editor-context';
import { image } from '../forms/image';
import { buttonText, link } from '../forms/link';
import { flatten } from '../model/block-tree';
import { focusBlock } from './block-card';
import { BlockList } from './block-list';
import { BlockPalette } from './block-palette';
import { DropArea } from './drop-area';

const MediaDialog = lazyPart(() => import('@/widgets/media/media-dialog'), 'MediaDialog');

/** The server accepts this many, those in groups included. */
const MAX_BLOCKS = 100;

interface Props {
  /** The id of the block whose form is open. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** The blocks of the page, and the palette that adds others. */
export function BlocksTab({ openId, onOpen }: Props) {
  const { blocks } = useDraft();
  const { changeBlocks } = useEditorActions();
  const [adding, setAdding] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const added = useRef('');
  const addButton = useRef<HTMLButtonElement>(null);
  const create = useCreateLink();
  const count = flatten(blocks).length;

  /** Adds a block at the end and opens its form. */
  function add(type: BlockType, fields: object = {}) {
    const block = { ...type.create(newBlockId()), ...fields } as Block;
    changeBlocks((all) => [...all, block]);
    setAdding(false);
    onOpen(block.id);
    added.current = block.id;
  }

  /** The palette was closed: moves the focus to the block that it added, or back to its button. */
  function focusAfterPalette() {
    if (!focusBlock(added.current)) addButton.current?.focus();
    added.current = '';
  }

  function addLink(url: string) {
    create.mutate(
      { url },
      {
        onSuccess: (created) => add(link, { linkId: created.id, title: buttonText(created) }),
        onError: (error) => toast({ title: 'Couldn’t add the link', text: error.message, tone: 'bad' }),
      },
    );
  }

  return (
    <DropArea disabled={count >= MAX_BLOCKS} onUrl={addLink} onImage={setFile}>
      <div className="bio-tools">
        <Button ref={addButton} tone="primary" disabled={count >= MAX_BLOCKS} onClick={() => setAdding(true)}>
          <Icon name="plus" />
          Add block
        </Button>
        <span className="ui-muted">
          {count >= MAX_BLOCKS ? `A page has at most ${MAX_BLOCKS} blocks.` : plural(count, 'block')}
        </span>
      </div>
      {count === 0 ? (
        <div className="ui-panel">
          <div className="ui-empty">
            <BlinkEye size={56} />
            <h2>No blocks yet</h2>
            <p>
              Start with a link: any URL becomes a button with its own statistics. You can also drop a URL or an image
              here.
            </p>
          </div>
        </div>
      ) : (
        <BlockList openId={openId} onOpen={onOpen} />
      )}
      {adding && <BlockPalette onAdd={add} onClose={() => setAdding(false)} focusAfter={focusAfterPalette} />}
      {file && (
        <MediaDialog
          file={file}
          onClose={() => setFile(null)}
          onPick={({ id }) => {
            setFile(null);
            add(image, { mediaId: id });
          }}
        />
      )}
    </DropArea>
  );
}
