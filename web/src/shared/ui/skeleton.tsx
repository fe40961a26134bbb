import clsx from 'clsx';
/** A placeholder in the final size of loading content. Set `aria-busy` on the surrounding region. */
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
