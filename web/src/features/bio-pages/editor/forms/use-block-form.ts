import type { FieldValues } from 'react-hook-form';
import type { Block } from '@/entities/bio-page/bio-page.types';
import type { BlockSpec } from '../block-type';
import { useEditorActions } from '../editor-context';
import { useLiveForm } from '../use-live-form';

/** The form of a block. Edits change the block of the draft at once. */
export function useBlockForm<B extends Block, Values extends FieldValues>(spec: BlockSpec<B, Values>, block: B) {
  const { changeBlock } = useEditorActions();
  return useLiveForm({
    schema: spec.schema,
    values: spec.toForm(block),
    normalize: spec.toFields,
    // Lists report no name when entries are added or moved.
    onEdit: (values, name = 'items') => changeBlock({ ...block, ...spec.toFields(values) } as Block, name),
  });
}
