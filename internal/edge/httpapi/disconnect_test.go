package httpapi_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"linnet/internal/core/analytics"
	"linnet/internal/edge/httpapi"
)

// endlessQuery is a click store that computes until the context ends.
type endlessQuery struct {
	analytics.Store
	began, ended chan struct{}
}

// Query is analytics.Store's.
func (e endlessQuery) Query(ctx context.Context, _ analytics.Query) (analytics.Result, error) {
	close(e.began)
	<-ctx.Done()
	close(e.ended)
	return analytics.Result{}, ctx.Err()
}

func TestReport_EndsWhenTheClientLeaves(t *testing.T) {
	t.Parallel()
	endless := endlessQuery{began: make(chan struct{}), ended: make(chan struct{})}
	in := newInstall(t, func(o *httpapi.Deps) { o.Analytics = analytics.New(analytics.Deps{Store: endless, Clock: o.Clock}) })
	u := in.signUp(t)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, in.url+"/analytics/report", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+u.token)
	answered := make(chan error, 1)
	go func() {
		answer, err := http.DefaultClient.Do(r)
		if err == nil {
			_ = answer.Body.Close()
		}
		answered <- err
	}()
	await(t, endless.began, "the report to begin")
	leave()
	await(t, endless.ended, "the report to end after the client left")
	if err := <-answered; err == nil {
		t.Error("a request that was cancelled got an answer")
	}
}

func await(t *testing.T, done <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatalf("waited 20 s for %s", what)
	}
}
