package httpapi

import (
	"compress/gzip"
	"fmt"
	"mime"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// minCompressed is the smallest answer that is compressed, in bytes.
const minCompressed = 1 << 10

// compress sends JSON and pictures of QR codes as gzip to clients that accept
// it. Streams are left alone: their events must not wait for a full block.
func (a *API) compress(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(minCompressed), gzhttp.CompressionLevel(gzip.BestSpeed), gzhttp.ContentTypeFilter(isCompressible))
	if err != nil { // the options are constants
		panic(fmt.Sprintf("httpapi: compression: %v", err))
	}
	compressed := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(callerOf(r.Context()).operation, "/stream") {
			next.ServeHTTP(w, r)
			return
		}
		compressed.ServeHTTP(w, r)
	})
}

func isCompressible(contentType string) bool {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return false
	}
	switch media {
	case "application/json", "application/problem+json", "image/svg+xml":
		return true
	}
	return false
}
