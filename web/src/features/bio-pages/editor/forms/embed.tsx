import * as z from 'zod/mini';
import type { MusicBlock, VideoBlock } from '@/entities/bio-page/bio-page.types';
import { withScheme } from '@/entities/link/destination';
import { Field, UrlInput } from '@/shared/ui/field';
import { type BlockSpec, blockType } from '../block-type';
import { address } from './fields.schema';
import { useBlockForm } from './use-block-form';

type EmbedBlock = VideoBlock | MusicBlock;

const schema = z.object({ url: address });

function embedSpec<B extends EmbedBlock>(type: B['type']): BlockSpec<EmbedBlock, z.infer<typeof schema>> {
  return {
    type,
    schema,
    initial: () => ({ url: '' }),
    toForm: ({ url }) => ({ url }),
    toFields: ({ url }) => ({ url: withScheme(url) }),
  };
}

const specs = { video: embedSpec('video'), music: embedSpec('music') };

const PLACEHOLDERS = {
  video: 'https://www.youtube.com/watch?v=…',
  music: 'https://open.spotify.com/album/…',
};

/** Returns the address in an embed code of another site, whose HTML is not used; undefined for other text. */
export function embeddedAddress(code: string): string | undefined {
  const address = /<iframe\b[^>]*\ssrc\s*=\s*["']\s*([^"']+)/i.exec(code)?.[1]?.replaceAll('&amp;', '&');
  return address?.startsWith('//') ? `https:${address}` : address;
}

/** The address of a video or of music, which visitors load with a click. */
function EmbedForm({ block }: { block: EmbedBlock }) {
  const form = useBlockForm(specs[block.type], block);
  return (
    <Field
      label="URL"
      error={form.errorOf('url')}
      hint="An address or an embed code. Nothing loads from the other site until the visitor opens it."
    >
      {(control) => (
        <UrlInput
          {...control}
          {...form.register('url')}
          placeholder={PLACEHOLDERS[block.type]}
          onPaste={(event) => {
            const found = embeddedAddress(event.clipboardData.getData('text'));
            if (!found) return;
            event.preventDefault();
            form.setValue('url', found);
          }}
        />
      )}
    </Field>
  );
}

export const video = blockType(specs.video, {
  label: 'Video',
  hint: 'YouTube, Vimeo and others, loaded on click',
  icon: 'video',
  keywords: 'youtube vimeo tiktok embed film',
  Form: EmbedForm,
});

export const music = blockType(specs.music, {
  label: 'Music',
  hint: 'A track, album or playlist, loaded on click',
  icon: 'music',
  keywords: 'spotify soundcloud apple song podcast embed',
  Form: EmbedForm,
});
