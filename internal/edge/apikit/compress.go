package apikit

import (
	"compress/gzip"
	"fmt"
	"mime"
	"net/http"
	"slices"

	"github.com/klauspost/compress/gzhttp"
)

// minCompressed is the smallest response that is compressed, in bytes.
const minCompressed = 1 << 10

// Compress is middleware that sends JSON and SVG as gzip to clients that
// accept it. Streams are not compressed: their events must not wait for a full
// block.
func Compress(next http.Handler) http.Handler {
	compressed := CompressTypes("application/json", "application/problem+json", "image/svg+xml")(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if CallOf(r.Context()).Route.Stream {
			next.ServeHTTP(w, r)
			return
		}
		compressed.ServeHTTP(w, r)
	})
}

// CompressTypes returns middleware that sends responses of the media types as
// gzip to clients that accept it.
func CompressTypes(types ...string) Middleware {
	filter := func(contentType string) bool {
		media, _, err := mime.ParseMediaType(contentType)
		return err == nil && slices.Contains(types, media)
	}
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(minCompressed), gzhttp.CompressionLevel(gzip.BestSpeed), gzhttp.ContentTypeFilter(filter))
	if err != nil { // the options are constants
		panic(fmt.Sprintf("apikit: compression: %v", err))
	}
	return func(next http.Handler) http.Handler { return wrap(next) }
}
