import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { mediaDetail } from '@/entities/media/media.queries';
import type { DrawingParts } from '@/entities/qr-code/drawing/drawing';
import type { Rendered } from '@/entities/qr-code/drawing/render';
import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { workspaceKey } from '@/shared/api/workspace-key';
import { isImage } from '@/widgets/qr-style/look.schema';

/** A drawn code as an image. */
export interface DrawnCode {
  /** A data URI. */
  src: string;
  /** In modules, margin and frame style included. */
  width: number;
  height: number;
}

const FOREVER = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, structuralSharing: false };

/** The encoder and the renderer, loaded with the first code. */
const renderer = queryOptions({
  queryKey: ['qr-renderer'],
  queryFn: () => import('@/entities/qr-code/drawing/render'),
  ...FOREVER,
});

const captionFont = queryOptions({
  queryKey: ['qr-caption-font'],
  queryFn: async () => (await import('@/entities/qr-code/drawing/caption')).loadCaptionFont(),
  ...FOREVER,
});

const loadImages = () => import('@/entities/qr-code/drawing/images');

/** The images and the font of a look, as far as they have loaded. */
function useParts(look: QrLook | null, proportion: number): DrawingParts {
  const logoId = look?.logo ?? '';
  const backgroundId = look && isImage(look.background) ? look.background : '';
  const { light = '', focalX = 50, focalY = 50 } = look ?? {};
  const { data: logoMedia } = useQuery({ ...mediaDetail(logoId), enabled: logoId !== '' });
  const { data: backgroundMedia } = useQuery({ ...mediaDetail(backgroundId), enabled: backgroundId !== '' });
  const logoUrl = logoId && logoMedia ? logoMedia.previewUrl : '';
  const backgroundUrl = backgroundId && backgroundMedia ? backgroundMedia.previewUrl : '';
  const logo = useQuery({
    queryKey: workspaceKey('qr-logo', logoUrl, light),
    queryFn: async () => (await loadImages()).loadLogo(logoUrl, light),
    enabled: logoUrl !== '',
    placeholderData: keepPreviousData,
    ...FOREVER,
  });
  const background = useQuery({
    queryKey: workspaceKey('qr-background', backgroundUrl, light, proportion, focalX, focalY),
    queryFn: async () =>
      (await loadImages()).loadBackground(backgroundUrl, light, proportion, { x: focalX, y: focalY }),
    enabled: backgroundUrl !== '',
    placeholderData: keepPreviousData,
    ...FOREVER,
    gcTime: 60_000, // moving the focal point makes many
  });
  const captioned = look !== null && look.frameStyle !== 'none' && look.caption !== '';
  const { data: font } = useQuery({ ...captionFont, enabled: captioned });
  const logoData = logoId ? logo.data : undefined;
  const backgroundData = backgroundId ? background.data : undefined;
  return useMemo(() => ({ logo: logoData, background: backgroundData, font }), [logoData, backgroundData, font]);
}

/**
 * Draws a code in the browser as the server does. While the look is null or cannot be drawn, it returns the previous
 * drawing.
 */
export function useDrawnCode(content: string, look: QrLook | null): { code: DrawnCode | null; error: Error | null } {
  const { data: render, error } = useQuery({ ...renderer, select: (module) => module.render });
  const [proportion, setProportion] = useState(1);
  const parts = useParts(look, proportion);
  const [previous, setPrevious] = useState<Rendered | null>(null);
  const drawn = useMemo(() => {
    if (!render || !look || !content) return null;
    try {
      return render(content, look, parts);
    } catch {
      return null; // The text is too long for the error correction; the rating says so.
    }
  }, [render, content, look, parts]);
  if (drawn && drawn !== previous) setPrevious(drawn);
  if (drawn && drawn.proportion !== proportion) setProportion(drawn.proportion);
  const shown = drawn ?? previous;
  const code = useMemo(
    () =>
      shown && {
        src: `data:image/svg+xml,${encodeURIComponent(shown.svg)}`,
        width: shown.width,
        height: shown.height,
      },
    [shown],
  );
  return { code: content ? code : null, error };
}
