package server

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/edge/redirect"
)

func TestServer_CutsHungRequestsAtTheEndOfTheDrain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		l := newPipes()
		cfg := Config{
			Hosts:    redirect.NewHosts("localhost"),
			Reserved: []string{"api"},
			Clock:    clock.System{},
			Log:      slog.New(slog.NewTextHandler(&log, nil)),
			App:      http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }),
		}
		cfg.Inherited.Plain = l
		s := New(cfg)
		ctx, stop := context.WithCancel(t.Context())
		if err := s.Listen(ctx); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- s.Serve(ctx) }()
		for range 2 {
			hung := l.dial()
			defer hung.Close()
			send(t, hung, "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf")
		}
		synctest.Wait()
		began := time.Now()
		stop()
		if err := <-ended; err != nil {
			t.Errorf("Serve returned %v", err)
		}
		if took := time.Since(began); took < shutdownGrace || took > shutdownGrace+time.Second {
			t.Errorf("the drain took %v", took)
		}
		synctest.Wait() // for the handlers of the connections that were cut; they log too
		if !strings.Contains(log.String(), "connections=2") {
			t.Errorf("the log does not say how many connections were cut: %s", log.String())
		}
	})
}
