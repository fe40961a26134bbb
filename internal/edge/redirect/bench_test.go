package redirect_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"linnet/internal/core/routing"
	"linnet/internal/edge/redirect"
)

// reusedWriter is a ResponseWriter that allocates nothing.
type reusedWriter struct {
	header http.Header
	status int
}

func (w *reusedWriter) Header() http.Header         { return w.header }
func (w *reusedWriter) WriteHeader(status int)      { w.status = status }
func (w *reusedWriter) Write(b []byte) (int, error) { return len(b), nil }

// BenchmarkHandler compares a cached link with a constant response, both without
// the network. tools/bench measures the whole server.
func BenchmarkHandler(b *testing.B) {
	s := newSite(b, func(c *redirect.Config) { c.Recorder = discard{} })
	s.records.put(s.own, routing.Target{Alias: "launch", URL: "https://example.com/landing?x=1", ForwardQuery: true})
	constant := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "https://example.com/landing?x=1")
		w.WriteHeader(http.StatusFound)
	})
	for name, handler := range map[string]http.Handler{"constant": constant, "cached link": s} {
		b.Run(name, func(b *testing.B) {
			r := httptest.NewRequest(http.MethodGet, "http://localhost:8080/launch", nil)
			r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
			w := &reusedWriter{header: http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				handler.ServeHTTP(w, r)
			}
		})
	}
}
