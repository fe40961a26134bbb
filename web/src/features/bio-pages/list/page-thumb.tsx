import { useQuery } from '@tanstack/react-query';
import { pagePreview } from '@/entities/bio-page/bio-page.queries';
import type { CreateBioPage } from '@/entities/bio-page/bio-page.types';
import { PreviewFrame } from '@/entities/bio-page/preview-frame';
import { useInView } from '@/shared/hooks/use-in-view';
import './page-thumb.css';

/** The size of the phone that the thumbnail shows, before scaling. */
const WIDTH = 390;
const HEIGHT = 780;

/** A page as a small phone. Rendered once it is near the viewport. */
export function PageThumb({ content }: { content: CreateBioPage }) {
  const [ref, inView] = useInView<HTMLDivElement>();
  const { data, isPending } = useQuery({ ...pagePreview(content), enabled: inView });
  return (
    <div ref={ref} className="bio-thumb" inert aria-busy={isPending}>
      {data !== undefined && (
        <PreviewFrame
          html={data}
          title={`Preview of ${content.title}`}
          width={WIDTH}
          height={HEIGHT}
          colorScheme="light"
        />
      )}
    </div>
  );
}
