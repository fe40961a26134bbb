package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"linnet/internal/edge/server"
	"linnet/internal/testkit"
)

func TestServer_ShowsCheckErrorsToTheOperatorOnly(t *testing.T) {
	t.Parallel()
	var failing atomic.Bool
	failing.Store(true)
	var runs atomic.Int64
	s, log := newServer(t, func(cfg *server.Config) {
		cfg.Checks = []server.Check{{Name: "records", Run: func(context.Context) error {
			runs.Add(1)
			if failing.Load() {
				return errors.New("read /srv/linnet/records.db: disk I/O error")
			}
			return nil
		}}}
	})
	base, _ := run(t, s)
	for range 20 {
		answer := get(t, base+"/readyz")
		if answer.status != http.StatusServiceUnavailable || strings.Contains(answer.body, "/srv") || !strings.Contains(answer.body, `"records":"failing"`) {
			t.Fatalf("the public response is %d %s", answer.status, answer.body)
		}
	}
	if n := runs.Load(); n > 10 {
		t.Errorf("20 requests ran the check %d times", n)
	}
	details := get(t, "http://"+s.MetricsAddr().String()+"/readyz")
	if details.status != http.StatusServiceUnavailable || !strings.Contains(details.body, "/srv/linnet/records.db: disk I/O error") {
		t.Errorf("the operator's response is %d %s", details.status, details.body)
	}
	if n := strings.Count(log.String(), "readiness check failing"); n != 1 {
		t.Errorf("the failure is logged %d times", n)
	}
	failing.Store(false)
	for answer := get(t, base+"/readyz"); answer.status != http.StatusOK; answer = get(t, base+"/readyz") {
		if t.Context().Err() != nil {
			t.Fatal("it stays not ready")
		}
	}
	if !strings.Contains(log.String(), "readiness check recovered") {
		t.Error("the recovery is not logged")
	}
}

func TestServer_ReadinessTimesOutHangingChecks(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	release := make(chan struct{})
	defer close(release)
	var runs atomic.Int64
	s, _ := newServer(t, func(cfg *server.Config) {
		cfg.Checks = []server.Check{{Name: "disk", Run: func(context.Context) error {
			runs.Add(1)
			<-release
			return nil
		}}}
	})
	for range 2 {
		if got := request(s, "http://localhost/readyz"); got.Code != http.StatusServiceUnavailable {
			t.Errorf("%d %s", got.Code, got.Body)
		}
	}
	if n := runs.Load(); n != 1 {
		t.Errorf("the check runs %d times at once", n)
	}
}

func TestServer_SetsSecurityHeaders(t *testing.T) {
	t.Parallel()
	s, _ := newServer(t, func(cfg *server.Config) { cfg.HTTPS = true })
	plain, _ := newServer(t, nil)
	for _, path := range []string{"/healthz", "/readyz", "/", "/login", "/api/v1/x"} {
		h := request(s, "http://localhost:8080"+path).Header()
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Content-Security-Policy": "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
			"Cross-Origin-Opener-Policy": "same-origin", "Referrer-Policy": "strict-origin-when-cross-origin", "Strict-Transport-Security": "max-age=31536000",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		if h.Get("Permissions-Policy") == "" {
			t.Errorf("%s has no Permissions-Policy", path)
		}
		if got := request(plain, "http://localhost:8080"+path).Header().Get("Strict-Transport-Security"); got != "" {
			t.Errorf("%s of an install without TLS has Strict-Transport-Security %q", path, got)
		}
	}
	for host, want := range map[string]string{"localhost:8080": "max-age=31536000", "brand.test": ""} {
		answer := request(s, "http://"+host+"/launch")
		if got := answer.Header().Get("Strict-Transport-Security"); answer.Code != http.StatusFound || got != want {
			t.Errorf("the redirect of %s has status %d and Strict-Transport-Security %q, want %q", host, answer.Code, got, want)
		}
	}
}

func TestServer_LatencyHistogramExcludesStreams(t *testing.T) {
	t.Parallel()
	s, _ := newServer(t, func(cfg *server.Config) {
		cfg.Version = "1.2.3"
		cfg.App = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/v1/stream" {
				w.Header().Set("Content-Type", "text/event-stream")
			}
			fmt.Fprint(w, "ok")
		})
	})
	run(t, s)
	request(s, "http://localhost:8080/api/v1/stream")
	request(s, "http://localhost:8080/api/v1/links")
	request(s, "http://localhost:8080/launch")
	request(s, "http://localhost:8080/unknown")
	metrics := get(t, "http://"+s.MetricsAddr().String()+"/metrics").body
	for _, want := range []string{
		`linnet_requests_total{class="stream",status="200"} 1`, `linnet_request_seconds_count{class="api"} 1`,
		`linnet_visit_seconds_count{answer="redirect"} 1`, `linnet_visit_seconds_count{answer="page"} 1`, `version="1.2.3"`,
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(metrics, `linnet_request_seconds_count{class="stream"}`) {
		t.Error("a stream is in the latency histogram")
	}
	index := get(t, "http://"+s.MetricsAddr().String()+"/")
	if index.status != http.StatusOK || !strings.Contains(index.body, `href="/metrics"`) || !strings.Contains(index.body, `href="/readyz"`) {
		t.Errorf("the index is %d %s", index.status, index.body)
	}
}

type page struct {
	status int
	body   string
}

func get(t *testing.T, url string) page {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return page{answer.StatusCode, string(body)}
}
