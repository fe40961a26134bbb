package apikit_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/edge/apikit"
)

const key = "Idempotency-Key"

func TestIdempotency_ReplaysTheFirstResponse(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	first := a.do(t, "POST", "/things", `{"name":"ab"}`, key, "k1")
	again := a.do(t, "POST", "/things", `{"name":"ab"}`, key, "k1")
	if again.StatusCode != first.StatusCode || again.text != first.text || again.Header.Get("Content-Type") != first.Header.Get("Content-Type") {
		t.Errorf("%d %s, then %d %s", first.StatusCode, first.text, again.StatusCode, again.text)
	}
	if first.Header.Get("Idempotency-Replayed") != "" || again.Header.Get("Idempotency-Replayed") != "true" || a.calls.Load() != 1 {
		t.Errorf("replayed %q, then %q; %d calls", first.Header.Get("Idempotency-Replayed"), again.Header.Get("Idempotency-Replayed"), a.calls.Load())
	}
	for what, headers := range map[string][]string{
		"another key":       {key, "k2"},
		"another user":      {key, "k1", "Authorization", "Bearer user-eve"},
		"another workspace": {key, "k1", apikit.WorkspaceHeader, "wsp_2"},
		"no key":            nil,
	} {
		before := a.calls.Load()
		if a.do(t, "POST", "/things", `{"name":"ab"}`, headers...); a.calls.Load() != before+1 {
			t.Errorf("%s: the operation did not run", what)
		}
	}
	a.clock.Advance(24*time.Hour + time.Second)
	if late := a.do(t, "POST", "/things", `{"name":"ab"}`, key, "k1"); late.Header.Get("Idempotency-Replayed") != "" {
		t.Error("a response is replayed after 24 hours")
	}
}

func TestIdempotency_RejectsOtherRequestsOfAKey(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	a.do(t, "POST", "/things", `{"name":"ab"}`, key, "k1")
	for what, got := range map[string]response{
		"body":     a.do(t, "POST", "/things", `{"name":"abc"}`, key, "k1"),
		"query":    a.do(t, "POST", "/things?strict=true", `{"name":"ab"}`, key, "k1"),
		"If-Match": a.do(t, "POST", "/things", `{"name":"ab"}`, key, "k1", "If-Match", `"2"`),
		"long key": a.do(t, "POST", "/things", `{"name":"ab"}`, key, strings.Repeat("k", 256)),
		"bad key":  a.do(t, "POST", "/things", `{"name":"ab"}`, key, "a b"),
	} {
		if p := got.problem(t); p.Status != http.StatusUnprocessableEntity || len(p.Errors) != 1 || p.Errors[0].Field != key {
			t.Errorf("%s: %+v", what, p)
		}
	}
	if a.calls.Load() != 1 {
		t.Errorf("%d calls", a.calls.Load())
	}
}

func TestIdempotency_ErrorsAreNotStored(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	for range 2 {
		if got := a.do(t, "POST", "/things", `{"name":"taken"}`, key, "k1"); got.StatusCode != http.StatusConflict || got.Header.Get("Idempotency-Replayed") != "" {
			t.Errorf("%d, replayed %q", got.StatusCode, got.Header.Get("Idempotency-Replayed"))
		}
	}
	if a.calls.Load() != 2 {
		t.Errorf("%d calls, want 2", a.calls.Load())
	}
}

func TestIdempotency_ConcurrentRequestsRunOnce(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	running, release := make(chan struct{}), make(chan struct{})
	apikit.Put(a.Router, "/slow", func(ctx context.Context, _ *thingInput) (*thingOutput, error) {
		a.calls.Add(1)
		close(running)
		select {
		case <-release:
			return &thingOutput{}, nil
		case <-ctx.Done():
			return nil, fault.Wrap(ctx.Err(), fault.Unavailable, "Try again.")
		}
	}, apikit.Operation{ID: "slow"})
	var wg sync.WaitGroup
	put := func() response { return a.do(t, "PUT", "/slow", `{"name":"ab"}`, key, "k1") }
	var first, second response
	wg.Go(func() { first = put() })
	<-running
	wg.Go(func() { second = put() })
	close(release)
	wg.Wait()
	if first.text != second.text || first.StatusCode != http.StatusOK || a.calls.Load() != 1 {
		t.Errorf("%d %q and %d %q in %d calls", first.StatusCode, first.text, second.StatusCode, second.text, a.calls.Load())
	}
}
