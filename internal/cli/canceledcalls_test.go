package cli

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"linnet/internal/config"
	"linnet/internal/testkit"
)

// TestAPI_CanceledCallsAreNoFailures cancels reports in flight.
func TestAPI_CanceledCallsAreNoFailures(t *testing.T) {
	t.Parallel()
	addr := testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: testkit.SQLiteDir(t), PublicURL: "http://" + addr, JournalSync: "second", MetricsAddr: testkit.FreeAddr(t)}
	var log syncBuffer
	ada := signUp(t, serveUntilEnd(t, cfg, slog.New(slog.NewTextHandler(&log, nil))))
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, nil)
	ada.answers("/a", http.StatusFound)
	canceled := 0
	for n := range 300 {
		ctx, cancel := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, cfg.PublicURL+"/api/v1/analytics?groupBy=count&interval=all", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+ada.token)
		timer := time.AfterFunc(time.Duration(n%60)*100*time.Microsecond, cancel)
		if answer, err := ada.client.Do(r); err != nil {
			canceled++
		} else {
			_ = answer.Body.Close()
		}
		timer.Stop()
		cancel()
	}
	if canceled < 50 {
		t.Fatalf("%d of 300 calls were canceled in flight", canceled)
	}
	var metrics string
	eventually(t, func() string {
		if metrics = textOf(t, "http://"+cfg.MetricsAddr+"/metrics"); !strings.Contains(metrics, `linnet_requests_total{class="api",status="499"}`) {
			return "no call ended with 499"
		}
		return ""
	})
	if strings.Contains(metrics, `status="500"`) || strings.Contains(metrics, `status="503"`) {
		t.Errorf("canceled calls count as failures:\n%s", metrics)
	}
	if text := log.String(); strings.Contains(text, "level=ERROR") {
		t.Errorf("canceled calls are logged as errors:\n%s", text)
	}
}
