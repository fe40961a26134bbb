// Package mediafile serves the files of images to visitors. A file never changes:
// its name contains a hash of the upload.
package mediafile

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/media"
)

// Files opens files of images.
type Files interface {
	// Open opens a file and returns when it was made. It is NotFound, or Gone if the
	// image's workspace is suspended or deleted.
	Open(ctx context.Context, id, name string) (io.ReadSeekCloser, time.Time, error)
}

// openTimeout limits the wait for the records and the files.
const openTimeout = 10 * time.Second

// Handler returns the handler of GET /media/{id}/{name}. Other paths below /media/,
// which may be aliases, are served by other.
func Handler(files Files, other http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, name := r.PathValue("id"), r.PathValue("name")
		contentType, ok := media.ValidPath(id, name)
		if !ok {
			other.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), openTimeout)
		defer cancel()
		file, at, err := files.Open(ctx, id, name)
		if err != nil {
			writeError(w, r, err, log)
			return
		}
		defer file.Close() //nolint:errcheck // it was only read
		h := w.Header()
		h.Set("Content-Type", contentType)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin") // pages on custom domains show it
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		h.Set("ETag", `"`+name+`"`)
		http.ServeContent(w, r, "", at, file)
	})
}

func writeError(w http.ResponseWriter, r *http.Request, err error, log *slog.Logger) {
	w.Header().Set("Cache-Control", "no-store")
	switch fault.CodeOf(err) {
	case fault.NotFound:
		http.Error(w, "There is no such image.", http.StatusNotFound)
	case fault.Gone:
		http.Error(w, "This image is no longer available.", http.StatusGone)
	default:
		log.WarnContext(r.Context(), "image not served", "err", err)
		http.Error(w, "The image cannot be read now. Try again later.", http.StatusServiceUnavailable)
	}
}
