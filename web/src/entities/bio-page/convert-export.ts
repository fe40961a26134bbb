import type { components } from '@/shared/api/schema';
import type { Block } from './bio-page.types';
import { newBlockId } from './block-id';

type Schema = components['schemas']['BioPageExport'];

/** The content of an export of another service. */
export type ConvertedExport = Omit<Schema, 'blocks'> & { blocks: Block[] };

/** Returns a block with a new id; a group also with new ids of its blocks. */
function withId(block: Block): Block {
  const copy = { ...block, id: newBlockId() };
  return copy.type === 'group' ? { ...copy, blocks: copy.blocks.map(withId) } : copy;
}

/** Converts an export of another service to blocks. `onProgress` is called with the uploaded fraction, 0 to 1. */
export async function convertExport(file: File, onProgress: (fraction: number) => void): Promise<ConvertedExport> {
  const { uploadFile } = await import('@/shared/api/upload');
  const options = { contentType: 'application/octet-stream', onProgress };
  const converted = await uploadFile<Schema>('/bio-pages/convert', file, options);
  return { ...converted, blocks: (converted.blocks as Block[]).map(withId) };
}
