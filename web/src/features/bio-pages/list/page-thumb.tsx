import { useQuery } from '@tanstack/react-query';
import { pagePreview } from '@/entities/bio-page/bio-page.queries';
import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { previewContent } from '@/entities/bio-page/preview-content';
import { PreviewFrame } from '@/entities/bio-page/preview-frame';
import { useInView } from '@/shared/hooks/use-in-view';

/** The size of the phone that the thumbnail shows, before scaling. */
const WIDTH = 390;
const HEIGHT = 780;

/** The page as a small phone. Rendered once it is near the viewport. */
export function PageThumb({ page }: { page: BioPage }) {
  const [ref, inView] = useInView<HTMLDivElement>();
  const { data, isPending } = useQuery({ ...pagePreview(previewContent(page)), enabled: inView });
  return (
    <div ref={ref} className="bio-thumb" inert aria-busy={isPending}>
      {data !== undefined && (
        <PreviewFrame
          html={data}
          title={`Preview of ${page.title}`}
          width={WIDTH}
          height={HEIGHT}
          colorScheme="light"
        />
      )}
    </div>
  );
}
