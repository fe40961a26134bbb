import clsx from 'clsx';
/** The place of something that is on its way, in its final size. Give the surrounding region `aria-busy`. */
export function Skeleton({
  width = '100%',
  height = 16,
  className,
}: {
  width?: number | string;
  height?: number | string;
  className?: string;
}) {
  return <span className={clsx('ui-skeleton', className)} style={{ width, height }} aria-hidden="true" />;
}
