package apikit

import (
	"compress/gzip"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

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

// AcceptsEncoding reports whether a client with this Accept-Encoding header names a
// content coding such as "br" or "gzip" with a weight above 0 (RFC 9110, 12.5.3).
// It ignores "*".
func AcceptsEncoding(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		key, value, _ := strings.Cut(params, "=")
		weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		return !strings.EqualFold(strings.TrimSpace(key), "q") || err != nil || weight > 0
	}
	return false
}
