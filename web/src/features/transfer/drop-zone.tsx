import { useState } from 'react';
import { UploadField } from '@/shared/ui/upload-field';
import { useUpload } from './import.queries';

interface Props {
  /** Called when an upload begins. */
  onStart: () => void;
  /** Called with the id of the import job. */
  onUploaded: (id: string) => void;
}

/** Uploads a file that is dropped or selected. */
export function DropZone({ onStart, onUploaded }: Props) {
  const [progress, setProgress] = useState(0);
  const upload = useUpload(setProgress);
  return (
    <UploadField
      title="Drop a CSV file here"
      accept=".csv,.tsv,.txt,.gz,text/csv,application/gzip"
      progress={upload.isPending ? progress : null}
      error={upload.error}
      onFile={(file) => {
        onStart();
        upload.mutate(file, { onSuccess: (job) => onUploaded(job.id) });
      }}
    >
      An export from Bitly, Rebrandly, YOURLS, Shlink, Kutt, Dub, Short.io or Linnet, or any CSV with a column of URLs.
      UTF-8, up to 1 GB, also compressed as .csv.gz.
    </UploadField>
  );
}
