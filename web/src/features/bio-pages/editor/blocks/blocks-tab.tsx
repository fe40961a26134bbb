import { useState } from 'react';
import { newBlockId } from '@/entities/bio-page/block-id';
import { plural } from '@/shared/lib/format';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import type { BlockType } from '../block-type';
import { useDraft, useEditorActions } from '../editor-context';
import { flatten } from '../model/block-tree';
import { BlockList } from './block-list';
import { BlockPalette } from './block-palette';

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
  const count = flatten(blocks).length;

  /** Adds a block at the end and opens its form. */
  function add(type: BlockType) {
    const block = type.create(newBlockId());
    changeBlocks((all) => [...all, block]);
    setAdding(false);
    onOpen(block.id);
  }

  return (
    <>
      <div className="bio-tools">
        <Button tone="primary" disabled={count >= MAX_BLOCKS} onClick={() => setAdding(true)}>
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
            <p>Start with a link: paste any URL and it becomes a button with its own statistics.</p>
          </div>
        </div>
      ) : (
        <BlockList openId={openId} onOpen={onOpen} />
      )}
      {adding && <BlockPalette onAdd={add} onClose={() => setAdding(false)} />}
    </>
  );
}
