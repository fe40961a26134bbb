package apikit

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

const (
	// chunkTimeout is how long a client may take to receive a chunk.
	chunkTimeout = 30 * time.Second
	chunkSize    = 256 << 10 // bytes
)

// Download sends a file as an attachment, chunk by chunk, and closes it. A
// client that takes longer than chunkTimeout for one chunk is disconnected. A
// negative size is unknown.
func Download(file io.ReadCloser, contentType, name string, size int64) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		defer file.Close() //nolint:errcheck // it was only read
		r, w := humago.Unwrap(hc)
		h := w.Header()
		h.Set("Content-Type", contentType)
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
		if size >= 0 {
			h.Set("Content-Length", strconv.FormatInt(size, 10))
		}
		control := http.NewResponseController(w)
		chunk := make([]byte, chunkSize)
		for r.Context().Err() == nil {
			n, err := file.Read(chunk)
			if err != nil && !errors.Is(err, io.EOF) {
				panic(http.ErrAbortHandler) // an incomplete file must not look complete
			}
			// Not every writer supports deadlines.
			_ = control.SetWriteDeadline(time.Now().Add(chunkTimeout)) //nolint:forbidigo // the kernel's clock, not the product's
			if _, sent := w.Write(chunk[:n]); sent != nil || err != nil {
				break
			}
		}
		_ = control.SetWriteDeadline(time.Time{})
	}}
}

// UploadBody returns the body of an upload. Each read has its own deadline of
// BodyTimeout, so that a slow connection may take its time and a stalled one
// is disconnected.
func UploadBody(hc huma.Context) io.Reader {
	_, w := humago.Unwrap(hc)
	return uploadBody{hc.BodyReader(), http.NewResponseController(w)}
}

type uploadBody struct {
	io.Reader
	control *http.ResponseController
}

// Read reads within BodyTimeout.
func (b uploadBody) Read(p []byte) (int, error) {
	// Not every writer supports deadlines.
	_ = b.control.SetReadDeadline(time.Now().Add(BodyTimeout)) //nolint:forbidigo // the kernel's clock, not the product's
	return b.Reader.Read(p)
}
