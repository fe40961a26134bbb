import type { Block } from '@/entities/bio-page/bio-page.types';
import { newBlockId } from '@/entities/bio-page/block-id';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { toast } from '@/shared/ui/toast';
import { blockName } from '../block-types';
import { useDraft, useEditorActions } from '../editor-context';
import { childrenOf, duplicateBlock, insertBlock, isGroup, moveBlock, removeBlock } from '../model/block-tree';

interface Props {
  block: Block;
  name: string;
  /** The id of the group around the block. */
  parentId: string | null;
}

/** The actions of a block. */
export function BlockMenu(props: Props) {
  return (
    <Menu
      trigger={
        <Button icon tone="quiet" size="sm" aria-label={`Actions for ${props.name}`}>
          <Icon name="more" />
        </Button>
      }
    >
      <Items {...props} />
    </Menu>
  );
}

/** Rendered while the menu is open. Moving is also possible here, without dragging. */
function Items({ block, name, parentId }: Props) {
  const { blocks } = useDraft();
  const { changeBlocks } = useEditorActions();
  const { id } = block;
  const parent = blocks.find((group) => group.id === parentId);
  const siblings = parent ? childrenOf(parent) : blocks;
  const index = siblings.findIndex((sibling) => sibling.id === id);
  const groups = isGroup(block) ? [] : blocks.filter(isGroup).filter((group) => group.id !== parentId);
  const move = (to: { parentId: string | null; index: number }) => changeBlocks((all) => moveBlock(all, id, to));

  function remove() {
    const restore = () => changeBlocks((all) => insertBlock(all, block, { parentId, index }));
    changeBlocks((all) => removeBlock(all, id));
    toast({ title: `${name} deleted`, action: { label: 'Undo', run: restore } });
  }

  return (
    <>
      <MenuItem disabled={index <= 0} onSelect={() => move({ parentId, index: index - 1 })}>
        Move up
      </MenuItem>
      <MenuItem disabled={index === siblings.length - 1} onSelect={() => move({ parentId, index: index + 1 })}>
        Move down
      </MenuItem>
      {groups.map((group) => (
        <MenuItem key={group.id} onSelect={() => move({ parentId: group.id, index: group.blocks.length })}>
          Move to {blockName(group)}
        </MenuItem>
      ))}
      {parent && (
        <MenuItem onSelect={() => move({ parentId: null, index: blocks.indexOf(parent) + 1 })}>
          Move out of {blockName(parent)}
        </MenuItem>
      )}
      <MenuRule />
      <MenuItem onSelect={() => changeBlocks((all) => duplicateBlock(all, id, newBlockId))}>Duplicate</MenuItem>
      <MenuItem danger onSelect={remove}>
        Delete
      </MenuItem>
    </>
  );
}
