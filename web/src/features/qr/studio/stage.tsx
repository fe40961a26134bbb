import { type CSSProperties, type ReactNode, useState } from 'react';
import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { CodeImage } from './code-image';
import { RealSize } from './real-size';
import { useDrawnCode } from './use-drawn-code';
import { VIEWS, type View, ViewTiles } from './view-tiles';

const MockUp = lazyPart(() => import('./mock-ups'), 'MockUp', <Skeleton height={320} />);

const ZOOMS = [50, 75, 100, 150, 200, 300] as const;

interface Props {
  content: string;
  /** What to do for a content. */
  missing: string;
  /** Accessible name of the image. */
  label: string;
  /** Null while the form has errors. */
  look: QrLook | null;
  mm: number;
  /** The design can be changed, and compared with another. */
  canEdit: boolean;
  /** The design that the current one is compared with. */
  pinned: QrLook | null;
  onPin: (look: QrLook | null) => void;
  /** Makes a design the current one. */
  onUse: (look: QrLook) => void;
}

/** The code as it is designed: alone, in its printed size or in a mock-up, beside another design on request. */
export function Stage({ content, missing, label, look, mm, canEdit, pinned, onPin, onUse }: Props) {
  const [view, setView] = useState<View>('code');
  const [zoom, setZoom] = useState(100);
  const current = useDrawnCode(content, look);
  const other = useDrawnCode(content, pinned);
  if (current.error) return <PanelError error={current.error} onRetry={() => location.reload()} />;
  if (!content) return <NoContent missing={missing} />;
  if (!current.code) return <Skeleton className="studio-waiting" height="auto" />;

  const step = (by: 1 | -1) => setZoom((was) => ZOOMS[ZOOMS.indexOf(was as (typeof ZOOMS)[number]) + by] ?? was);
  const show = (drawn: NonNullable<typeof current.code>, name: string): ReactNode => {
    if (view === 'code') return <CodeImage code={drawn} label={name} />;
    if (view === 'size') return <RealSize code={drawn} label={name} mm={mm} />;
    return <MockUp kind={view} code={drawn} label={`${name} on a ${viewName(view).toLowerCase()}`} />;
  };

  return (
    <>
      <div className="studio-canvas" data-view={view}>
        <div className="studio-sheet" style={view === 'size' ? undefined : sheetStyle(zoom)}>
          {pinned && other.code && (
            <figure>
              {show(other.code, `Design A: ${label}`)}
              <figcaption>
                A
                <Button size="sm" onClick={() => onUse(pinned)}>
                  Use design A
                </Button>
              </figcaption>
            </figure>
          )}
          <figure>
            {show(current.code, label)}
            {pinned && (
              <figcaption>
                B
                <Button size="sm" onClick={() => onPin(null)}>
                  Use design B
                </Button>
              </figcaption>
            )}
          </figure>
        </div>
      </div>
      <div className="studio-tools">
        <ViewTiles view={view} onChange={setView} />
        <div className="studio-zoom">
          {view !== 'size' && (
            <fieldset aria-label="Zoom">
              <Button
                size="sm"
                icon
                tone="quiet"
                aria-label="Zoom out"
                disabled={zoom === ZOOMS[0]}
                onClick={() => step(-1)}
              >
                −
              </Button>
              <output>{zoom}%</output>
              <Button
                size="sm"
                icon
                tone="quiet"
                aria-label="Zoom in"
                disabled={zoom === ZOOMS.at(-1)}
                onClick={() => step(1)}
              >
                +
              </Button>
            </fieldset>
          )}
          {canEdit && !pinned && (
            <Button size="sm" disabled={!look} onClick={() => onPin(look)}>
              Compare designs
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/** The sheet is as wide as the zoom says; its images are at most as high as the canvas times the zoom. */
function sheetStyle(zoom: number): CSSProperties {
  return { width: `${zoom}%`, '--zoom': zoom / 100 } as CSSProperties;
}

function viewName(view: View): string {
  return VIEWS.find(({ value }) => value === view)?.label ?? '';
}

function NoContent({ missing }: { missing: string }) {
  return (
    <div className="studio-none">
      <BlinkEye size={56} />
      <p className="ui-small">{`${missing} to see its code.`}</p>
    </div>
  );
}
