import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { newestQrCodes } from '@/entities/qr-code/qr-code.queries';
import { QrPicture } from '@/entities/qr-code/qr-picture';

const WALL = 3;

/** The newest codes themselves. Without them the figure above says enough. */
export function QrWall() {
  const newest = useQuery(newestQrCodes(WALL));
  return newest.data?.items.map((code) => (
    <Link
      key={code.id}
      to="/dashboard/qr-codes"
      search={{ edit: code.id }}
      aria-label={`QR code of /${code.link.alias}`}
    >
      <QrPicture linkId={code.linkId} alias={code.link.alias} code={code} look={code.look} />
    </Link>
  ));
}
