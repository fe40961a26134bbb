package denyfeed_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/denylist"
	"linnet/internal/infra/denyfeed"
	"linnet/internal/infra/outbound"
)

// local returns a client that may call test servers.
func local() *outbound.Client {
	return outbound.New(outbound.Options{
		Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, MaxBody: denylist.MaxFeedBytes + 1, Timeout: denyfeed.Timeout,
	})
}

func serve(t *testing.T, handle http.HandlerFunc) denylist.Feed {
	t.Helper()
	s := httptest.NewServer(handle)
	t.Cleanup(s.Close)
	return denylist.Feed{URL: s.URL + "/list.txt"}
}

func TestReader_FetchesConditionally(t *testing.T) {
	t.Parallel()
	f := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") == `"a"` && r.Header.Get("If-Modified-Since") == "Wed, 01 Apr 2026 12:00:00 GMT" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("ETag", `"a"`)
		w.Header().Set("Last-Modified", "Wed, 01 Apr 2026 12:00:00 GMT")
		_, _ = w.Write([]byte("evil.example\nother.example\n"))
	})
	reader := denyfeed.NewReader(local())
	got, err := reader.Fetch(t.Context(), f, 10)
	if err != nil || len(got.Content.Keys) != 2 || got.ETag != `"a"` {
		t.Fatalf("%+v, %v", got, err)
	}
	f.ETag, f.LastModified, f.Generation = got.ETag, got.LastModified, 1
	if got, err = reader.Fetch(t.Context(), f, 10); err != nil || !got.NotModified {
		t.Errorf("second request: %+v, %v", got, err)
	}
}

func TestReader_RejectsResponsesThatAreNoList(t *testing.T) {
	t.Parallel()
	huge := strings.Repeat("# 23456789012345678901234567890123456789012345678901234567890123\n", denylist.MaxFeedBytes/64+1)
	for name, c := range map[string]struct {
		handle http.HandlerFunc
		want   string
	}{
		"status": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, "status 403"},
		"size":   {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(huge)) }, "larger than 20 MiB"},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte("evil.example\n"))
		}, "does not respond"},
	} {
		_, err := denyfeed.NewReader(local()).Fetch(t.Context(), serve(t, c.handle), 10)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReader_RefusesPrivateNetworks(t *testing.T) {
	t.Parallel()
	f := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("the server was called") })
	if _, err := denyfeed.NewReader(outbound.New(outbound.Options{})).Fetch(t.Context(), f, 10); !fault.Is(err, fault.Invalid) {
		t.Errorf("error %v", err)
	}
}
