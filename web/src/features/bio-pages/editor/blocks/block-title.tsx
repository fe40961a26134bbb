import type { Block } from '@/entities/bio-page/bio-page.types';
import type { BlockType } from '../block-type';
import { useEditorActions } from '../editor-context';

/** The block's title, which can be edited in place. Types without a title show their name. */
export function BlockTitle({ block, type }: { block: Block; type: BlockType | undefined }) {
  const { changeBlock } = useEditorActions();
  if (!type?.title) return <span className="bio-card-title">{type?.label ?? block.type}</span>;
  const { label, title } = type;
  return (
    <input
      className="bio-card-title"
      aria-label={`Title of ${label.toLowerCase()} block`}
      value={title.read(block)}
      maxLength={title.max}
      placeholder={`Untitled ${label.toLowerCase()}`}
      autoComplete="off"
      onChange={(event) => changeBlock(title.write(block, event.target.value), 'title')}
    />
  );
}
