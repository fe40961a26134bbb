import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { newestQrCodes, savedContent } from '@/entities/qr-code/qr-code.queries';
import { QrPicture, usePictureName } from '@/entities/qr-code/qr-picture';

const SHOWN = 3;

/** The newest codes, each a link to its editor. Nothing while loading or after an error. */
export function QrWall() {
  const nameOf = usePictureName();
  const newest = useQuery(newestQrCodes(SHOWN));
  return newest.data?.items.map((code) => {
    const content = savedContent(code);
    return (
      <Link key={code.id} to="/dashboard/qr-codes/$codeId" params={{ codeId: code.id }} aria-label={nameOf(content)}>
        <QrPicture {...content} look={code.look} />
      </Link>
    );
  });
}
