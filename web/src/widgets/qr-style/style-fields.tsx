import { CodeFields } from './code-fields';
import { ColorFields } from './color-fields';
import { FrameFields } from './frame-fields';
import { ImageFields } from './image-fields';
import type { LookField } from './look.schema';
import { ShapeTiles } from './shape-tiles';

/** All controls of a look, one below the other. */
export function StyleFields({ field }: { field: LookField }) {
  return (
    <>
      <ColorFields field={field} />
      <ShapeTiles field={field} />
      <ImageFields field={field} />
      <FrameFields field={field} />
      <CodeFields field={field} />
    </>
  );
}
