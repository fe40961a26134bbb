import { t } from '@/shared/i18n/t';
import { readProblem } from './errors';
import { API_BASE, endSession, identify } from './request';

interface Options {
  /** The media type of a file; a form has its own. */
  contentType?: string;
  /** Called with the uploaded fraction, 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/**
 * Uploads a file, or a form with files, to a path of the API and returns the decoded response. It has no timeout, since slow connections may
 * take long, and uses XMLHttpRequest because fetch reports no upload progress. Rejects with an ApiError for an error
 * response, a TypeError when the network fails and an AbortError when it is aborted.
 */
export function uploadFile<T>(
  path: string,
  file: File | FormData,
  { contentType, onProgress, signal }: Options,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const headers = identify(new Headers(contentType ? { 'Content-Type': contentType } : undefined));
    request.open('POST', `${API_BASE}${path}`);
    request.withCredentials = true;
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    request.onerror = () => reject(new TypeError('The upload failed.'));
    request.onabort = () => reject(new DOMException(t('The upload was cancelled.'), 'AbortError'));
    request.onload = () => {
      if (request.status === 401) endSession(headers);
      if (request.status >= 200 && request.status < 300) {
        resolve(JSON.parse(request.responseText) as T);
        return;
      }
      const retryAfter = request.getResponseHeader('Retry-After');
      const response = new Response(request.responseText, {
        status: request.status,
        headers: {
          'X-Request-Id': request.getResponseHeader('X-Request-Id') ?? headers.get('X-Request-Id') ?? '',
          ...(retryAfter && { 'Retry-After': retryAfter }),
        },
      });
      readProblem(response, headers.get('X-Request-Id') ?? '').then(reject, reject);
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
