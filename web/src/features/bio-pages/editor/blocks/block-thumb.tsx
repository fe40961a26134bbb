import { useQuery } from '@tanstack/react-query';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { mediaDetail } from '@/entities/media/media.queries';
import { BlockIcon, type BlockIconName } from '../block-icon';

/** The id of the first image of a block; empty without one. */
function imageOf(block: Block): string {
  switch (block.type) {
    case 'link':
      return block.thumbnail ?? '';
    case 'image':
      return block.mediaId;
    case 'product':
      return block.mediaId ?? '';
    case 'gallery':
      return block.items[0]?.mediaId ?? '';
    default:
      return '';
  }
}

/** The image of a block, or the icon of its type. Decorative. */
export function BlockThumb({ block, icon }: { block: Block; icon: BlockIconName }) {
  const id = imageOf(block);
  return id === '' ? <BlockIcon name={icon} /> : <MediaThumb id={id} icon={icon} />;
}

function MediaThumb({ id, icon }: { id: string; icon: BlockIconName }) {
  const { data } = useQuery(mediaDetail(id));
  if (!data) return <BlockIcon name={icon} />;
  const { x, y } = data.focalPoint;
  return (
    <img className="bio-thumbnail" src={data.previewUrl} alt="" style={{ objectPosition: `${x * 100}% ${y * 100}%` }} />
  );
}
