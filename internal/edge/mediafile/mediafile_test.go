package mediafile_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"linnet/internal/edge/mediafile"
)

// page is a file that would be a page if a browser guessed its type.
type page struct{}

func (page) Open(context.Context, string, string) (io.ReadSeekCloser, time.Time, error) {
	return nopCloser{bytes.NewReader([]byte("<script>alert(1)</script>"))}, time.Unix(0, 0), nil
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

func TestHandler_ServesFilesAsImagesOnly(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.Handle("GET /media/{id}/{name}", mediafile.Handler(page{}, http.NotFoundHandler(), slog.New(slog.DiscardHandler)))
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w
	}
	w := get("/media/med_3kq7c8v0d5m2a/0123456789abcdef-4.webp")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/webp" || w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	policy := w.Header().Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "sandbox"} {
		if !strings.Contains(policy, want) {
			t.Errorf("policy %q lacks %s", policy, want)
		}
	}
	for _, path := range []string{
		"/media/med_3kq7c8v0d5m2a/0123456789abcdef-4.html", "/media/med_3kq7c8v0d5m2a/..%2fsecret.key", "/media/..%2f..%2frecords/0123456789abcdef-4.webp",
	} {
		if got := get(path); got.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
}
